// bindings: b 20 t 0 s 40 u 60
// What says no register takes the lowest of its class that is free.
Texture2D g_Second;
Texture2D g_First : register(t0);
Texture2D g_Elsewhere : register(t0, space1);
SamplerState g_Linear;
RWTexture2D<float4> g_Image : register(u1);
cbuffer View : register(b2) { float4 g_View; };
float4 main(float2 uv : TEXCOORD) : SV_Target
{
    g_Image[uint2(uv)] = g_View;
    return g_First.Sample(g_Linear, uv) + g_Second.Sample(g_Linear, uv) + g_Elsewhere.Sample(g_Linear, uv);
}
