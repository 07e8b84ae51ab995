bool g_bA;
bool g_bB;
#ifndef g_bB
#define HAS_NO_B
#endif
float4 Main() : SV_Target0
{
#ifdef g_bA
    return 1;
#endif
#if defined(HAS_NO_B) && !defined(g_bA)
    return g_bB;
#endif
    return 0;
}
