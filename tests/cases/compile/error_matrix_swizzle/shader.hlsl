//! pixel PSMain
cbuffer C : register(b0) { float4x4 g_m; };
float4 PSMain() : SV_Target0 { return float4(g_m._m00_m11_m22, 1); }
