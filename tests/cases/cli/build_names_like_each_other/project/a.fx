float4 main() : SV_Target { return 1.0; }
float4 other() : SV_Target { return 0.5; }
