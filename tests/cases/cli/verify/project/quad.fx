bool g_bLit;
int g_nLayers;
float4 MainVS(float3 position : POSITION) : SV_Position { return float4(position, g_bLit ? 1.0 : 0.5); }
float4 MainPS() : SV_Target0 { return g_nLayers; }
float4 OtherPS() : SV_Target0 { return 1.0; }
