float4 Wrong() : SV_Target0 { return 0; }
