#include "shared.fxh"
#if __has_include("extra.fxh")
#include "extra.fxh"
#else
#define EXTRA 0
#endif

bool g_bLit;

float4 MainVS(float4 position : POSITION) : SV_Position { return position + PROJECT; }
float4 MainPS() : SV_Target 
{
    if (g_bLit) return shade();
    return EXTRA;
}
