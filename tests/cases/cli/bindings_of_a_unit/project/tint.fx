Texture2D g_Color : register(t4);
SamplerState g_Linear : register(s1);
cbuffer View : register(b2) { float4 g_Tint; };

float4 MainPS(float2 uv : TEXCOORD) : SV_Target0
{
    return g_Color.Sample(g_Linear, uv) * g_Tint;
}
