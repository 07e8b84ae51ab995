// split: wrong
Texture2D g_Many[65] : register(t0);
SamplerState g_Sampler : register(s0);
float4 shade(uint at, float2 uv) { return g_Many[at].Sample(g_Sampler, uv); }
float4 main(uint at : AT, float2 uv : UV) : SV_Target
{
    return shade(at, uv);
}
