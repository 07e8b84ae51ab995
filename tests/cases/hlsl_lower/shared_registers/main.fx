// One register for several resources, of which an entry point reaches one.
cbuffer A : register(b0) { float4 g_A; };
cbuffer B : register(b0) { float4 g_B; };
Texture2D g_First : register(t0);
Texture2D g_Second : register(t0);
Texture2D g_Many[4] : register(t1);
Texture2D g_Among : register(t3);
[[vk::binding(9, 0)]] Texture2D g_Bound;
[[vk::binding(9, 0)]] SamplerState g_Other;
float4 Unused() { return g_B + g_Second[uint2(0, 0)] + g_Among.Sample(g_Other, 0); }
float4 main() : SV_Target
{
    return g_A + g_First[uint2(0, 0)] + g_Many[1][uint2(0, 0)] + g_Bound[uint2(1, 1)];
}
