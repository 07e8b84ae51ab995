int g_nN;
#include "é.fxh"
float4 Main() : SV_Target0 { return g_nN.xxxx + helper(); }
