struct Vertex
{
    float4 position : SV_Position;
    float4 tint : TINT;
};

struct Face
{
    float4 shade : TINT;
};

struct VertexOfFaces
{
    float4 position : SV_Position;
    bool isLeftOut : SV_CullPrimitive;
    uint id : SV_PrimitiveID;
    uint layer : SV_RenderTargetArrayIndex;
    uint viewport : SV_ViewportArrayIndex;
    uint rate : SV_ShadingRate;
};

struct FaceOfVertices
{
    float4 position : SV_Position;
    float clip : SV_ClipDistance;
    float2 cull : SV_CullDistance;
    float size : PSIZE;
};

struct VertexOfOtherTypes
{
    float3 position : SV_Position;
    float4 size : PSIZE;
};

struct FaceOfOtherTypes
{
    float id : SV_PrimitiveID;
    int layer : SV_RenderTargetArrayIndex;
    uint2 viewport : SV_ViewportArrayIndex;
    int rate : SV_ShadingRate;
    uint isLeftOut : SV_CullPrimitive;
};

struct FaceRight
{
    uint id : SV_PrimitiveID;
    uint layer : SV_RenderTargetArrayIndex;
    uint viewport : SV_ViewportArrayIndex;
    uint rate : SV_ShadingRate;
    bool isLeftOut : SV_CullPrimitive;
    float4 tint : TINT1;
};

[outputtopology("triangle")]
[numthreads(3, 1, 1)]
void SameSemantic(uint at : SV_GroupIndex, out indices uint3 triangles[1], out vertices Vertex vertices[3], out primitives Face faces[1])
{
    SetMeshOutputCounts(3, 1);
    vertices[at] = (Vertex)0;
    triangles[0] = uint3(0, 1, 2);
    faces[0] = (Face)0;
}

[outputtopology("triangle")]
[numthreads(3, 1, 1)]
void OtherArrays(uint at : SV_GroupIndex, out indices uint3 triangles[1], out vertices VertexOfFaces vertices[3], out primitives FaceOfVertices faces[1])
{
    SetMeshOutputCounts(3, 1);
    vertices[at] = (VertexOfFaces)0;
    triangles[0] = uint3(0, 1, 2);
    faces[0] = (FaceOfVertices)0;
}

[outputtopology("triangle")]
[numthreads(3, 1, 1)]
void OtherTypes(uint at : SV_GroupIndex, out indices uint3 triangles[1], out vertices VertexOfOtherTypes vertices[3], out primitives FaceOfOtherTypes faces[1])
{
    SetMeshOutputCounts(3, 1);
    vertices[at] = (VertexOfOtherTypes)0;
    triangles[0] = uint3(0, 1, 2);
    faces[0] = (FaceOfOtherTypes)0;
}

[outputtopology("triangle")]
[numthreads(3, 1, 1)]
void Right(uint at : SV_GroupIndex, out indices uint3 triangles[1], out vertices Vertex vertices[3], out primitives FaceRight faces[1])
{
    SetMeshOutputCounts(3, 1);
    vertices[at] = (Vertex)0;
    triangles[0] = uint3(0, 1, 2);
    faces[0] = (FaceRight)0;
}
