bool g_bUsed;
float4 main() : SV_Target0 { return g_bUsed ? 1 : 0; }
