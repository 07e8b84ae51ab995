bool g_bA;
float4 Main() : SV_Target0 { return g_bA; }
