float4 Nothing() : SV_Target0 { return 0; }
