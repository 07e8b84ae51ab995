//! pixel PSMain
namespace Maths { float Square(float x) { return x * x; } float2 Square(float2 x) { return x * x; } }
struct Ray
{
    float3 origin;
    float3 direction;
    float3 At(float t) { return origin + direction * t; }
};
cbuffer View : register(b0) { float4 g_vEye; };
static float s_bias = 0.25f;
void Swap(inout float a, inout float b) { float t = a; a = b; b = t; }
void Split(float4 v, out float2 low, out float2 high) { low = v.xy; high = v.zw; }
float4 PSMain(float4 position : SV_Position, float4 v : TEXCOORD0) : SV_Target0
{
    Ray ray;
    ray.origin = g_vEye.xyz;
    ray.direction = normalize(v.xyz);
    float2 low, high;
    Split(v, low, high);
    Swap(low.x, high.y);
    s_bias += Maths::Square(low.x);
    float3 p = ray.At(Maths::Square(high).y + s_bias);
    float4 table[4] = { v, v.wzyx, float4(p, 1), (float4)low.x };
    return lerp(table[uint(v.x) & 3], smoothstep(0, 1, table[2]), any(p > 0) ? 0.5f : rsqrt(max(v.w, 1e-4f)));
}
