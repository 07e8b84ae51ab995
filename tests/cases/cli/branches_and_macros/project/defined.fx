#define g_bA 1
float4 Main() : SV_Target0 { return g_bA; }
