// Registers for which the default shifts have no room: s100 is not on u0, and t200 not on s0.
cbuffer First : register(b99) { float4 g_First; };
cbuffer High : register(b100) { float4 g_High; };
Texture2D g_Low : register(t199);
Texture2D g_Texture : register(t200);
Texture2D g_Far : register(t300);
SamplerState g_LowSampler : register(s0);
SamplerState g_Sampler : register(s100);
RWStructuredBuffer<float4> g_Zero : register(u0);
RWStructuredBuffer<float4> g_Out : register(u100);
float4 main(float2 uv : TEXCOORD0) : SV_Target
{
    g_Zero[0] = g_Texture.Sample(g_Sampler, uv);
    g_Out[0] = g_Far.Sample(g_LowSampler, uv) + g_Low.Sample(g_LowSampler, uv);
    return g_First + g_High;
}
