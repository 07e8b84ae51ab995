float4 PSMain() : SV_Target0 { return 1; }
