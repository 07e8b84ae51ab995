bool g_bLit, g_bFog;
bool g_bSnow;
uniform bool g_bRain;
// These are the game's: another prefix, a value, a block, another type.
bool u_bDebug;
bool g_bDefault = true;
static bool g_bOnce;
int g_nCount;
cbuffer Frame { bool g_bPaused; }

float4 main() : SV_Target
{
    float4 c = g_bLit ? 1 : 0.5;
    if (g_bFog) c *= 0.5;
    if (g_bSnow || g_bRain || g_bOnce) c += 0.1;
    if (u_bDebug || g_bDefault || g_bPaused) c += g_nCount;
    return c;
}
