// What no texel holds.
struct Mixed { float a; int b; };
struct Long { float4 a; float b; };
struct Nested { Mixed a; };
struct Fine { float2 a; };
Texture2D<Mixed> g_Mixed;
Texture2D<Long> g_Long;
Texture2D<Nested> g_Nested;
RWTexture2D<Fine> g_Writable;
Texture2D<Fine> g_Fine;
float4 main() : SV_Target
{
    float2 plain = g_Fine[uint2(0, 0)].b;
    g_Fine[uint2(0, 0)].a = 1;
    return g_Fine[uint2(0, 0)];
}
