bool g_bLit, g_bFar;
float4 Main(float4 position : SV_Position) : SV_Target0
{
    return (g_bLit ? position : 0) + (g_bFar ? 1 : 0);
}
