bool a;
bool b;
bool c;
// Nothing reaches it, and plain text has it.
float4 unused() { return float4(a ? 1.0 : 0.5, b ? 1.0 : 0.5, c ? 1.0 : 0.5, 1.0); }
float4 main() : SV_Target { return a ? 1.0 : 0.5; }
