float4 Main() : SV_Target0 { return 1; }
