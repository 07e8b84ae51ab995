struct Vertex
{
    float4 position : SV_Position;
};

struct Face
{
    uint number : SV_PrimitiveID;
};

[outputtopology("triangle")]
[numthreads(3, 1, 1)]
void Mesh(uint at : SV_GroupIndex, out indices uint3 triangles[1], out vertices Vertex vertices[3])
{
    SetMeshOutputCounts(3, 1);
    vertices[at].position = at;
    triangles[0] = uint3(0, 1, 2);
}

[outputtopology("triangle")]
[numthreads(3, 1, 1)]
void MeshOfNumbers(
    uint at : SV_GroupIndex, out indices uint3 triangles[1], out vertices Vertex vertices[3], out primitives Face faces[1])
{
    SetMeshOutputCounts(3, 1);
    vertices[at].position = at;
    triangles[0] = uint3(0, 1, 2);
    faces[0].number = 7;
}

Vertex Quad(uint at : SV_VertexID)
{
    Vertex vertex = { float4(at, 0, 0, 1) };
    return vertex;
}

float4 Shade(uint number : SV_PrimitiveID) : SV_Target
{
    return number;
}
