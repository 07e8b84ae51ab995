bool g_bShadow;
#define TWICE 2
#if LIMIT > 3
#endif
float4 main() : SV_Target { return TWICE PASTE; }
