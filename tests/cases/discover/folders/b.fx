float4 Main() : SV_Target { return 1; }
