Texture2D g_Color : register(t0);
Texture2DArray g_Layers : register(t1);
SamplerState g_Sampler : register(s0);

float4 main(float2 uv : TEXCOORD0) : SV_Target
{
    float4 sum;
    sum.x = g_Color.GatherRed(g_Sampler, uv, int2(0, 0)).x;
    sum.y = g_Color.GatherRed(g_Sampler, uv, int2(1, 0)).y;
    sum.z = g_Color.GatherRed(g_Sampler, uv, int2(0, 1)).z;
    sum.w = g_Color.GatherRed(g_Sampler, uv, int2(-2, 3)).w;
    sum.x += 3 * g_Color.GatherAlpha(g_Sampler, uv, int2(4, 0)).x;
    sum.y += 3 * g_Color.GatherAlpha(g_Sampler, uv, int2(1, 5)).y;
    sum.z += 3 * g_Color.GatherAlpha(g_Sampler, uv, int2(0, -6)).z;
    sum.w += 3 * g_Color.GatherAlpha(g_Sampler, uv, int2(-7, 3)).w;
    float3 layer = float3(uv, 1);
    sum.x += 9 * g_Layers.GatherBlue(g_Sampler, layer, int2(1, 1)).x;
    sum.y += 9 * g_Layers.GatherBlue(g_Sampler, layer, int2(2, 2)).y;
    sum.z += 9 * g_Layers.GatherBlue(g_Sampler, layer, int2(3, 3)).z;
    sum.w += 9 * g_Layers.GatherBlue(g_Sampler, layer, int2(4, 4)).w;
    return sum;
}
