// stage: mesh
struct Payload
{
    uint first;
    float3 centre;
    uint2 counts[3];
};

struct Vertex
{
    float4 position : SV_Position;
    float3 colour : COLOR0;
    nointerpolation uint3 cell : CELL;
    noperspective float2 corners[2] : CORNER;
    float size : SIZE;
};

struct Face
{
    uint id : SV_PrimitiveID;
    float4 tint : TINT;
    bool isLeftOut : SV_CullPrimitive;
    uint layer : SV_RenderTargetArrayIndex;
    int material : MATERIAL;
};

StructuredBuffer<float4> g_Positions : register(t0);
groupshared float s_Sums[16];

Vertex vertex(uint at, Payload payload)
{
    Vertex made;
    made.position = g_Positions[at % 4] + float4(payload.centre, payload.first & 7);
    made.colour = payload.centre * s_Sums[15 - at];
    made.cell = uint3(at, payload.counts[at % 3]);
    made.corners[0] = float2(at, 1);
    made.corners[1] = -made.corners[0];
    made.size = s_Sums[at];
    return made;
}

[outputtopology("triangle")]
[numthreads(8, 2, 1)]
void main(
    uint at : SV_GroupIndex,
    uint3 inGroup : SV_GroupThreadID,
    in payload Payload payload,
    out indices uint3 triangles[12],
    out vertices Vertex vertices[16],
    out primitives Face faces[12])
{
    s_Sums[at] = at * 0.5;
    GroupMemoryBarrierWithGroupSync();
    SetMeshOutputCounts(16, 12);
    vertices[at] = vertex(at, payload);
    // DXC ends in a crash where a swizzle of several components is written.
    vertices[at].colour.z = inGroup.y;
    vertices[at].colour.x = inGroup.x;
    for (uint corner = 0; corner < 2; ++corner)
    {
        vertices[at].corners[corner] = float2(corner, at);
    }
    if (at < 12)
    {
        triangles[at] = uint3(at, at + 1, at + 2);
        Face face;
        face.id = at * 3;
        face.tint = payload.centre.xyzx;
        face.isLeftOut = (at & 3) == 2;
        face.layer = at & 1;
        face.material = -(int)at;
        faces[at] = face;
        faces[at].tint.w = 0.25;
    }
}
