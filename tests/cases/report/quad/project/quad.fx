#include "shade.fxh"

bool g_bLit;
int g_nLayers;
static const int kLayers = 3;

float4 MainVS(float3 position : POSITION) : SV_Position
{
    return float4(position, 1.0);
}

float4 MainPS(float4 position : SV_Position) : SV_Target0
{
    float3 color = shade(g_bLit);
    for (int i = 0; i < g_nLayers; ++i)
        color *= 0.5;
    return float4(color, 1.0);
}
