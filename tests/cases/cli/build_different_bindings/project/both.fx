bool g_Reads;
RWStructuredBuffer<float4> g_Marks : register(u1);
Texture2D<float> g_Depth : register(t0);
SamplerState g_Sampler : register(s0);
SamplerComparisonState g_Compare : register(s1);
float4 vs(uint at : SV_VertexID) : SV_Position
{
    return g_Marks[at] + g_Depth.SampleLevel(g_Sampler, 0.5, 0);
}
float4 ps(float4 at : SV_Position) : SV_Target
{
    g_Marks[0] = at;
    return g_Depth.SampleCmpLevelZero(g_Compare, 0.5, 0.5);
}
float4 reads(float4 at : SV_Position) : SV_Target
{
    return g_Marks[uint(at.x)] + g_Depth.SampleLevel(g_Sampler, at.xy, 0);
}
