bool g_bFoem;

float4 main() : SV_Target
{
    return g_bFoem ? 1 : 0.5;
}
