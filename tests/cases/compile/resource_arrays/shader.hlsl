//! pixel PSMain
Texture2D g_textures[4] : register(t0);
SamplerState g_samplers[2] : register(s0);
cbuffer Pick : register(b0) { uint g_uTexture; };
float4 PSMain(float2 uv : TEXCOORD0) : SV_Target0
{
    return g_textures[g_uTexture].Sample(g_samplers[1], uv) + g_textures[2].Sample(g_samplers[0], uv);
}
