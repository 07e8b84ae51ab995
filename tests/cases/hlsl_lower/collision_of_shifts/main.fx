// bindings: b 0 t 1 s 40 u 60
// Registers of different classes, which the project's shifts lay upon each other.
cbuffer View : register(b4) { float4 g_View; };
Texture2D g_Color : register(t3);
float4 main() : SV_Target
{
    return g_View + g_Color[uint2(0, 0)];
}
