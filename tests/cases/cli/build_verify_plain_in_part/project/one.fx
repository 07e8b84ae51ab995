bool a;
float4 main() : SV_Target { return a ? 1.0 : 0.5; }
