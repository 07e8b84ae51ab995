// bindings: dense
[[vk::binding(2, 1)]] Texture2D g_First;
[[vk::binding(2, 1)]] cbuffer Second { float4 g_Second; };
float4 main() : SV_Target
{
    return g_First[uint2(0, 0)] + g_Second;
}
