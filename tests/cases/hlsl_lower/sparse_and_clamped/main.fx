// Tiled resources, clamped levels, and comparisons at chosen levels: in SPIR-V alone.
Texture2D g_Color : register(t0);
Texture2D g_Shadow : register(t1);
Texture2DArray<uint4> g_Ids : register(t2);
RWTexture2D<float4> g_Written : register(u1);
[[vk::image_format("unknown")]] RWTexture2D<float4> g_Free : register(u2);
SamplerState g_Sampler : register(s0);
SamplerComparisonState g_Compare : register(s1);

float4 main(float2 uv : TEXCOORD0, float level : LEVEL) : SV_Target
{
    uint status, other, third;
    float4 sum = g_Color.Sample(g_Sampler, uv, int2(1, 2), 0.5, status);
    sum += g_Color.SampleBias(g_Sampler, uv, 1, int2(0, 0), level);
    sum += g_Color.SampleGrad(g_Sampler, uv, ddx(uv), ddy(uv), int2(3, 3), 0.25, other);
    sum += g_Color.SampleLevel(g_Sampler, uv, level, int2(0, 1), third);
    sum.x += g_Shadow.SampleCmpBias(g_Compare, uv, 0.5, level);
    sum.y += g_Shadow.SampleCmpGrad(g_Compare, uv, 0.5, ddx(uv), ddy(uv), int2(-1, 0));
    sum.z += g_Shadow.SampleCmpLevel(g_Compare, uv, 0.5, level);
    sum.w += g_Shadow.SampleLevel(g_Sampler, uv, level).x;
    sum += g_Shadow.SampleBias(g_Sampler, uv, level);
    uint fetched, read, gathered, free;
    sum += g_Ids.Load(int4(1, 2, 3, 0), int2(1, 1), fetched);
    sum += g_Written.Load(int2(uv), read);
    sum += g_Free.Load(int2(uv), free);
    sum += g_Color.GatherRed(g_Sampler, uv, int2(1, 1), gathered);
    bool all = CheckAccessFullyMapped(status) && CheckAccessFullyMapped(other) && CheckAccessFullyMapped(third);
    return all && CheckAccessFullyMapped(fetched | read | gathered | free) ? sum : 0;
}
