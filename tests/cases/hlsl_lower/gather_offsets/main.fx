// compared: reference.hlsl
// A gather with an offset for each component: component i is that of the gather with offset i, as DXC and FXC have it.
Texture2D g_Color : register(t0);
Texture2DArray g_Layers : register(t1);
SamplerState g_Sampler : register(s0);

float4 main(float2 uv : TEXCOORD0) : SV_Target
{
    float4 sum = g_Color.GatherRed(g_Sampler, uv, int2(0, 0), int2(1, 0), int2(0, 1), int2(-2, 3));
    sum += 3 * g_Color.GatherAlpha(g_Sampler, uv, int2(4, 0), int2(1, 5), int2(0, -6), int2(-7, 3));
    sum += 9 * g_Layers.GatherBlue(g_Sampler, float3(uv, 1), int2(1, 1), int2(2, 2), int2(3, 3), int2(4, 4));
    return sum;
}
