float4 MainVS(float3 position : POSITION) : SV_Position { return float4(position, 1); }
float4 MainPS() : SV_Target0 { return float4(float3(1, 0, 0), 1); }
