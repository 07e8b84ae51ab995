// stage: mesh
// entry: Quad
struct Vertex
{
    float4 position : SV_Position;
};

struct Sent
{
    uint first;
};

[outputtopology("quad")]
[numthreads(3, 1, 1)]
void Quad(uint at : SV_GroupIndex, uint3 group : SV_GroupID, out indices uint3 triangles[1], out vertices Vertex vertices[3])
{
    SetMeshOutputCounts(3, 1);
    vertices[at].position = at;
    triangles[0] = uint3(0, 1, 2);
}

[outputtopology("triangle")]
[outputtopology("line")]
[numthreads(3, 1, 1)]
void Twice(uint at : SV_GroupIndex, uint3 group : SV_GroupID, out indices uint3 triangles[1], out vertices Vertex vertices[3])
{
    SetMeshOutputCounts(3, 1);
    vertices[at].position = at;
    triangles[0] = uint3(0, 1, 2);
}

[outputtopology]
[numthreads(3, 1, 1)]
void Nothing(uint at : SV_GroupIndex, uint3 group : SV_GroupID, out indices uint3 triangles[1], out vertices Vertex vertices[3])
{
    SetMeshOutputCounts(3, 1);
    vertices[at].position = at;
    triangles[0] = uint3(0, 1, 2);
}

[outputtopology("triangle")]
[numthreads(3, 1, 1)]
void Written(uint at : SV_GroupIndex, uint3 group : SV_GroupID, inout payload Sent sent, out indices uint3 triangles[1], out vertices Vertex vertices[3])
{
    SetMeshOutputCounts(3, 1);
    vertices[at].position = at;
    triangles[0] = uint3(0, 1, 2);
}

[outputtopology("triangle")]
[numthreads(3, 1, 1)]
void WithoutIn(uint at : SV_GroupIndex, uint3 group : SV_GroupID, payload Sent sent, out indices uint3 triangles[1], out vertices Vertex vertices[3])
{
    SetMeshOutputCounts(3, 1);
    vertices[at].position = at;
    triangles[0] = uint3(0, 1, 2);
}

[outputtopology("triangle")]
[numthreads(3, 1, 1)]
void WithoutOut(uint at : SV_GroupIndex, in indices uint3 triangles[1], inout vertices Vertex vertices[3])
{
    SetMeshOutputCounts(3, 1);
}
