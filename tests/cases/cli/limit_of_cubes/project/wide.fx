bool a, b, c, d;
float4 Main() : SV_Target0 { return float4(a, b, c, d); }
