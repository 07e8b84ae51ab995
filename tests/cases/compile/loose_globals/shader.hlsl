//! pixel PSMain
float4 g_vTint;
float g_fScale;
float2 g_vOffset;
Texture2D g_tA;
Texture2D g_tB;
SamplerState g_sA;
float4 PSMain(float2 uv : TEXCOORD0) : SV_Target0
{
    return g_tA.Sample(g_sA, uv * g_fScale + g_vOffset) * g_vTint + g_tB.Sample(g_sA, uv);
}
