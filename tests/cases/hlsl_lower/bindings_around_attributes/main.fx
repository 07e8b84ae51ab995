// What takes what is left steps around attributes and registers, whichever come first.
float4 g_Tint;
[[vk::binding(0)]] cbuffer First { float4 g_First; };
cbuffer Second : register(b1) { float4 g_Second; };
cbuffer Third : register(b2) { float4 g_Third; };
float4 main() : SV_Target
{
    return g_Tint + g_First + g_Second + g_Third;
}
