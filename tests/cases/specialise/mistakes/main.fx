float g_bA;
bool g_bB[2];
bool g_nC;
bool g_bD;

cbuffer C { float g_bE; };

float4 change() : SV_Target0
{
    g_bD = true;
    ++g_bD;
    return g_bA == g_bB ? 1 : g_nC;
}
