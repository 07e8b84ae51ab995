bool g_bColour;
bool g_bAmplified;

struct Payload
{
    uint first;
    float4 scale;
};

groupshared Payload s_Payload;
StructuredBuffer<float3> g_Positions;

[numthreads(32, 1, 1)]
void Amplify(uint at : SV_GroupIndex, uint3 group : SV_GroupID)
{
    if (at == 0)
    {
        s_Payload.first = group.x * 32;
        s_Payload.scale = 1.0;
    }
    DispatchMesh(group.x + 1, 1, 1, s_Payload);
}

struct Vertex
{
    float4 position : SV_Position;
    float3 colour : COLOR0;
    nointerpolation uint id : ID;
};

struct Face
{
    uint id : SV_PrimitiveID;
    float4 tint : TINT;
    bool isCulled : SV_CullPrimitive;
};

[outputtopology("triangle")]
[numthreads(64, 1, 1)]
void Draw(
    uint at : SV_GroupIndex,
    in payload Payload payload,
    out indices uint3 triangles[42],
    out vertices Vertex vertices[64],
    out primitives Face faces[42])
{
    SetMeshOutputCounts(64, 42);
    uint first = g_bAmplified ? payload.first : 0;
    vertices[at].position = float4(g_Positions[first + at], 1) * payload.scale;
    vertices[at].colour = g_bColour ? float3(1, 0, 0) : float3(0, 1, at);
    vertices[at].id = at;
    if (at < 42)
    {
        triangles[at] = uint3(at, at + 1, at + 2);
        faces[at].id = at;
        faces[at].tint = 0.5;
        faces[at].isCulled = false;
    }
}

float4 Shade(Vertex vertex, float4 tint : TINT) : SV_Target
{
    return float4(vertex.colour, vertex.id) * tint;
}
