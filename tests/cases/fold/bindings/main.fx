bool g_bA;
int g_n;
struct Unused { float x; };
struct Light { float4 color; };
// Loose: all or none, in this order.
float4 g_first;
float4 g_second;
// Without a register, bindings are counted: every resource stays.
Texture2D g_unusedMap;
Texture2D g_map : register(t3);
StructuredBuffer<Light> g_lights;
cbuffer Never { float4 g_never; };
static float g_unusedStatic = 1;
technique Old { pass P { PixelShader = compile ps_5_0 Dead(); } }
float4 Dead() { return g_first; }
#pragma warning(disable: 3206)
float4 main(float4 p : SV_Position) : SV_Target0
{
    if (g_bA) return g_second;
    return p;
}
