float4 FullScreenVS(uint vertex : SV_VertexID) : SV_Position
{
    return float4(float2(vertex & 1, vertex >> 1) * 4.0 - 1.0, 0.0, 1.0);
}
