bool b;
float4 main() : SV_Target { return b ? 1 : 0; }
