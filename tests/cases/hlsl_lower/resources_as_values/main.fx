Texture2D g_Layers[4] : register(t0);
Texture2D g_Detail : register(t8);
SamplerState g_Sampler : register(s0);
SamplerComparisonState g_Compare : register(s1);
Texture2DArray<float> g_Shadows : register(t9);
struct Surface { Texture2D color; SamplerState sampling; float scale; };
float4 fetch(Texture2D color, SamplerState sampling, float2 at) { return color.Sample(sampling, at); }
float4 shade(Surface surface, float2 at) { return fetch(surface.color, surface.sampling, at) * surface.scale; }
float4 main(float2 at : TEXCOORD0, nointerpolation uint layer : LAYER) : SV_Target
{
    Surface surface;
    surface.color = g_Detail;
    surface.sampling = g_Sampler;
    surface.scale = 2;
    float4 sum = shade(surface, at) + fetch(g_Layers[1], g_Sampler, at) + fetch(g_Layers[layer], g_Sampler, at);
    float lit = g_Shadows.SampleCmpLevelZero(g_Compare, float3(at, layer), 0.5);
    lit += g_Shadows.SampleLevel(g_Sampler, float3(at, 1), 0);
    return sum * lit + g_Detail.Gather(g_Sampler, at, int2(1, -1)) + g_Detail[uint2(3, 4)];
}
