struct Light { float3 position; float range; };
Texture2D g_Color;
SamplerState g_Linear;
float3 Shade(Light light, float3 n) { return light.posiiton + light.range; }
flaot4 wrong;
float4 helper(float4 value) { return vaule; }
float4 main(float4 v : A) : SV_Target
{
    Lihgt light;
    float4 c = g_Color.Smaple(g_Linear, v.xy);
    c += satruate(v) + Shde(v);
    c += v.xyq + v.xg + v.xyzwx;
    c += Light;
    c += unknown + unknown;
    float2 s = v.xy;
    s.z = 1;
    light.nothing = 3;
    return wrong + c;
}
