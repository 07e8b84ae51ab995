#include "common.fxh"

float4 UiVS(float3 position : POSITION) : SV_Position
{
    return float4(position, 1.0);
}

float4 UiPS(float4 place : SV_Position) : SV_Target0
{
    return float4(tint(float3(1, 1, 1), 2.0), 1.0);
}
