struct Vertex
{
    float4 position : SV_Position;
    float2 uv : TEXCOORD;
};

struct Face
{
    float4 tint : TINT;
};

struct Sent
{
    float3 offset;
};

groupshared Sent s_Sent;

[numthreads(1, 1, 1)]
void Amplify()
{
    s_Sent.offset = 1;
    DispatchMesh(1, 1, 1, s_Sent);
}

[numthreads(1, 1, 1)]
void AmplifyVertices(uint at : SV_VertexID)
{
    s_Sent.offset = at;
    DispatchMesh(1, 1, 1, s_Sent);
}

[numthreads(1, 1, 1)]
void AmplifyWrong()
{
    DispatchMesh(1, 1, s_Sent);
    DispatchMesh(1, 1, 1, 3);
    DispatchMesh(1, s_Sent, 1, s_Sent);
}

[outputtopology("triangle")]
[numthreads(3, 1, 1)]
void Mesh(uint at : SV_GroupIndex, out indices uint3 triangles[1], out vertices Vertex vertices[3], out primitives Face faces[1])
{
    SetMeshOutputCounts(3, 1);
    vertices[at].position = at;
    vertices[at].uv = at;
    triangles[0] = uint3(0, 1, 2);
    faces[0].tint = 1;
}

[numthreads(3, 1, 1)]
void MeshOfNothing(uint at : SV_GroupIndex, out indices uint3 triangles[1], out vertices Vertex vertices[3])
{
    SetMeshOutputCounts(3, 1);
}

[outputtopology("line")]
[numthreads(3, 1, 1)]
void MeshOfLines(float2 at : TEXCOORD, out indices uint3 triangles[1], out vertices Vertex vertices[3])
{
    SetMeshOutputCounts(3, 1);
}

[outputtopology("triangle")]
[numthreads(3, 1, 1)]
void MeshOfMany(out indices uint3 triangles[2], out vertices Vertex vertices[300], out primitives Face faces[1])
{
    SetMeshOutputCounts(3, 1);
}

Vertex Quad(uint at : SV_VertexID, out float4 tint : TINT)
{
    Vertex vertex = { float4(at, 0, 0, 1), float2(at, 1) };
    tint = 1;
    return vertex;
}

float4 Shade(Vertex vertex, float4 tint : TINT) : SV_Target
{
    return vertex.uv.xyxy * tint;
}

float4 ShadeMore(Vertex vertex, float4 tint : TINT, float3 normal : NORMAL) : SV_Target
{
    return vertex.uv.xyxy * tint + normal.x;
}
