// stage: vertex
// Distances of several semantics lie one after the other, as dxc has them: no number between them is left unset.
struct Vertex {
    float4 position : SV_Position;
    float2 second : SV_ClipDistance1;
    float3 first : SV_ClipDistance0;
};

Vertex main(float4 at : POSITION)
{
    Vertex vertex;
    vertex.position = at;
    vertex.first = at.xyz;
    vertex.second = at.zw;
    return vertex;
}
