//! vertex VSMain
cbuffer C : register(b0) { float2x2 g_mRotate; float3x3 g_mNormal; float g_after; };
float4 VSMain(float2 p : POSITION) : SV_Position { return float4(mul(g_mRotate, p), g_mNormal[1].y, g_after); }
