float4 MainPS() : SV_Target { return 1; }
