bool g_bSkinned;
Texture2D g_Color : register(s0);
float4 Lit(float3 color) { return float4(color, 1.0); }
float4 Main(float2 at : AT) : SV_Target
{
    if (g_bSkinned)
        return Lit(at);
    return g_Color.Load(int3(0, 0, 0));
}
float4 Truncated(float4 at : AT) : SV_Target
{
    float2 half_of_it = at;
    return half_of_it.xyxy;
}
