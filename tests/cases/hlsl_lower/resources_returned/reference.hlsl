Texture2D g_First : register(t0);
Texture2D g_Second : register(t1);
Texture2D g_Several[3] : register(t2);
SamplerState g_Sampler : register(s0);
SamplerState g_Other : register(s1);
cbuffer Choices : register(b0)
{
    uint g_Which;
    float g_Weight;
};

float4 main(float2 uv : TEXCOORD0) : SV_Target
{
    float4 sum = g_Second.Sample(g_Sampler, uv);
    sum += 2 * g_Several[((g_Which & 1) + 1) % 3].Sample(g_Other, uv);
    sum += 3 * g_First.Sample(g_Sampler, uv);
    sum += 5 * 6 * g_Second.Sample(g_Sampler, uv);
    sum += 7 * g_Weight * g_Several[2].Sample(g_Sampler, uv);
    sum += 11 * g_Several[0].Sample(g_Sampler, uv) + 13 * 0.25;
    sum += 17 * 0.5 * g_Second.Sample(g_Other, uv);
    float4 early = g_Several[2].Sample(g_Other, uv);
    sum += uv.x > 0.5 ? (float4)2 : early;
    sum += 19 * g_Several[2].Sample(g_Sampler, uv);
    return sum + 332;
}
