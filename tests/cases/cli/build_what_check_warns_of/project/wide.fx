bool g_bUsed;
float4 MainVS(float4 position : POSITION) : SV_Position { return g_bUsed ? position : 0; }
