#include "common.fxh"

bool g_bFog;
bool g_bTint;
int g_Quality;

float4 g_Color;

float4 MeshVS(float3 position : POSITION) : SV_Position
{
    return float4(position, 1.0);
}

float4 MeshPS(float4 place : SV_Position) : SV_Target0
{
    float4 color = g_Color;
    if (g_bTint)
        color.rgb = tint(color.rgb, 0.5);
    if (g_bFog)
        color.a = 0.25;
    for (int i = 0; i < g_Quality; ++i)
        color.r += 0.1;
    return color;
}
