bool g_bLit;
float4 Light() { return g_bLit ? 1.0 : nope; }
float4 main() : SV_Target { return Light(); }
