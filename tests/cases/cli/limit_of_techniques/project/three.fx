bool a;
bool b;
bool c;
float4 main() : SV_Target { return float4(a ? 1.0 : 0.5, b ? 1.0 : 0.5, c ? 1.0 : 0.5, 1.0); }
