bool g_bSkinned;
bool g_bShadow;
bool g_bFog;
bool g_bWet;
float4 Main() : SV_Target
{
    return g_bSkinned ? 1.0 : g_bFog ? 0.5 : g_bWet ? 0.125 : 0.25;
}
