// compared: main.fx
// Levels of detail, and what naga's samples do not take: in SPIR-V alone.
Texture2D g_Color : register(t0);
Texture2DArray g_Layers : register(t1);
TextureCube g_Sky : register(t2);
Texture1D g_Ramp : register(t3);
SamplerState g_Sampler : register(s0);

float4 main(float2 uv : TEXCOORD0, float4 position : SV_Position) : SV_Target
{
    float4 sum = 0;
    float2 at = uv * float2(7, 3);
    sum.x = g_Color.CalculateLevelOfDetail(g_Sampler, at);
    sum.y = g_Color.CalculateLevelOfDetailUnclamped(g_Sampler, at);
    sum.z = g_Layers.CalculateLevelOfDetail(g_Sampler, at * 2);
    sum.w = g_Sky.CalculateLevelOfDetail(g_Sampler, float3(at, 1)) + g_Ramp.CalculateLevelOfDetailUnclamped(g_Sampler, at.x);
    // A bias of a one-dimensional texture, and an offset of a gather that is not constant.
    sum += g_Ramp.SampleBias(g_Sampler, at.x, 1.5);
    sum += g_Color.GatherGreen(g_Sampler, uv, int2(position.xy) & 3);
    return sum;
}
