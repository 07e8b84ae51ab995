#include "tint.fxh"
#if STEPS > 3
#error too many steps
#endif
#ifdef TRACE
Texture2D TRACE;
#endif

float4 QuadPS() : SV_Target
{
    float3 tint = TINT;
    return float4(tint, STEPS);
}
