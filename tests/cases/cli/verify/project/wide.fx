float4 MainCS() : SV_Target0 { return 1.0; }
