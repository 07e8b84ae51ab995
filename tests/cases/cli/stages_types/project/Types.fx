RWStructuredBuffer<uint> g_Out : register(u0);

// Wrong: too many components, numbers of another kind, arrays.
[numthreads(8, 1, 1)] void FourThreads(uint4 id : SV_DispatchThreadID) { g_Out[id.x] = id.w; }
[numthreads(8, 1, 1)] void TwoIndices(uint2 id : SV_GroupIndex) { g_Out[id.x] = id.y; }
[numthreads(8, 1, 1)] void FloatGroups(float3 id : SV_GroupID) { g_Out[id.x] = id.y; }
float4 ShortPosition(float2 at : SV_Position, uint2 sampled : SV_SampleIndex) : SV_Target { return at.xyxy + sampled.x; }
float4 ShortWeights(float4 at : SV_Position, float2 weights : SV_Barycentrics) : SV_Target { return at + weights.x; }
float2 TwoDepths(float4 at : SV_Position) : SV_Depth { return at.xy; }
float4 TwoVertices(uint2 vertex : SV_VertexID) : SV_Position { return vertex.x; }
float3 ThreePositions(uint vertex : SV_VertexID) : SV_Position { return vertex; }
struct Layered { float4 at : SV_Position; float layer : SV_RenderTargetArrayIndex; int2 view[2] : SV_ViewportArrayIndex; };
Layered Layers(uint vertex : SV_VertexID) { Layered result = (Layered)0; return result; }
float4 FloatCoverage(float4 at : SV_Position, float covered : SV_Coverage) : SV_Target { return at + covered; }

// Right: what dxc or fxc takes.
float4 VS(int vertex : SV_VertexID, uint instance : SV_InstanceID, out float3 clipped[2] : SV_ClipDistance) : SV_Position
{
    clipped[0] = clipped[1] = instance;
    return vertex;
}
float4 PS(float4 at : SV_Position, uint front : SV_IsFrontFace, min16uint sampled : SV_SampleIndex, inout uint covered : SV_Coverage,
          out half depth : SV_Depth) : SV_Target
{
    depth = 1;
    covered &= front + sampled;
    return at;
}
[numthreads(8, 1, 1)] void CS(int id : SV_DispatchThreadID, uint2 group : SV_GroupID) { g_Out[id] = group.y; }
