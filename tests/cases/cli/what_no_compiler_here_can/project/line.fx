Buffer<float4> g_Points : register(t0);

struct Corner { float4 position : SV_Position; };

Corner MainVS(uint at : SV_VertexID)
{
    Corner corner;
    corner.position = g_Points[at];
    return corner;
}

[maxvertexcount(2)]
void MainGS(point Corner input[1], inout LineStream<Corner> output)
{
    Corner corner = input[0];
    output.Append(corner);
    corner.position.x += 0.5;
    output.Append(corner);
}

float4 MainPS() : SV_Target0
{
    return 1;
}
