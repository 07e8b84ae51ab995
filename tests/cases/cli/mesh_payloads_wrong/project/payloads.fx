struct Light
{
    float3 colour;
    float range;
};

struct Sent
{
    uint first;
    float3 offset;
    Light lights[2];
};

struct Other
{
    uint first;
    float4 offset;
    Light lights[2];
};

struct Short
{
    uint start;
    float3 offset;
};

struct Vertex
{
    float4 position : SV_Position;
};

groupshared Sent s_Sent;
groupshared Short s_Short;

[numthreads(1, 1, 1)]
void Amplify()
{
    s_Sent = (Sent)0;
    DispatchMesh(s_Sent.lights[0].range > 0 ? 2 : 1, 1, 1, s_Sent);
}

[numthreads(1, 1, 1)]
void AmplifyShort()
{
    s_Short = (Short)0;
    DispatchMesh(1, 1, 1, s_Short);
}

#define MESH(name, type) \
    [outputtopology("triangle")] \
    [numthreads(3, 1, 1)] \
    void name(uint at : SV_GroupIndex, in payload type given, out indices uint3 triangles[1], out vertices Vertex vertices[3]) \
    { \
        SetMeshOutputCounts(3, 1); \
        vertices[at].position = given.offset.xyzz + at; \
        triangles[0] = uint3(0, 1, 2); \
    }

MESH(Mesh, Sent)
MESH(MeshOfOther, Other)
MESH(MeshOfShort, Short)

[outputtopology("triangle")]
[numthreads(3, 1, 1)]
void MeshWithout(uint at : SV_GroupIndex, out indices uint3 triangles[1], out vertices Vertex vertices[3])
{
    SetMeshOutputCounts(3, 1);
    vertices[at].position = at;
    triangles[0] = uint3(0, 1, 2);
}
