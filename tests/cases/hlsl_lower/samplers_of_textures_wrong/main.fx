[[vk::combinedImageSampler]] Texture2D g_First : register(t0);
[[vk::combinedImageSampler]] SamplerState g_OfFirst : register(s0);
[[vk::combinedImageSampler]] Texture2D g_Second : register(t1);
[[vk::combinedImageSampler]] SamplerState g_OfSecond : register(s1);
Texture2D g_Plain : register(t2);
SamplerState g_OfPlain : register(s2);

float4 main(float2 at : TEXCOORD0) : SV_Target
{
    float4 sum = g_First.Sample(g_OfPlain, at) + g_Second.SampleLevel(g_OfFirst, at, 0);
    sum += g_Plain.Gather(g_OfSecond, at) + g_First.CalculateLevelOfDetail(g_OfSecond, at);
    return sum + g_First.Sample(g_OfFirst, at) + g_Plain.Sample(g_OfPlain, at);
}
