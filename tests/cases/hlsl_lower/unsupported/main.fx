Texture2D g_Color;
SamplerState g_Sampler;
float4 main(float2 at : TEXCOORD0, int2 shift : SHIFT) : SV_Target
{
    float4 sum = 0;
    sum += g_Color.Sample(g_Sampler, at, shift);
    sum += g_Color.CalculateLevelOfDetail(g_Sampler, at);
    return sum + EvaluateAttributeSnapped(sum, shift);
}
