float4 Main() : SV_Target0 { return 0; }
#if 1
#include "missing.fxh"
