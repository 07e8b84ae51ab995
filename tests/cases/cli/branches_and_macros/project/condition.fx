bool g_bA;
float4 Main() : SV_Target0
{
#if g_bA
    return 1;
#endif
    return 0;
}
