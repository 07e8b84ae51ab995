// stage: compute
// Derivatives of quads in a compute shader: in SPIR-V alone.
RWStructuredBuffer<float4> g_Out : register(u0);
Texture2D g_Color : register(t0);
SamplerState g_Sampler : register(s0);

[numthreads(8, 8, 1)]
void main(uint2 id : SV_DispatchThreadID, uint lane : SV_GroupIndex)
{
    float2 at = id * 0.25;
    g_Out[lane] = g_Color.Sample(g_Sampler, at) + g_Color.SampleBias(g_Sampler, at, 1) + float4(ddx(at), ddy_fine(at.x), fwidth(at.y));
}
