float4 MainPS() : SV_Target { return 1; }
float4 MainVS() : SV_Position { return 0; }
