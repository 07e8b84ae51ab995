bool g_bFog;
bool g_bNight;
int g_nLamps;

float4 MainVS(float3 position : POSITION) : SV_Position
{
    return float4(position, 1.0);
}

float4 MainPS(float4 position : SV_Position) : SV_Target0
{
    float3 color = 0.5;
    if (g_bFog && g_nLamps == 2)
        color = Undeclared(position.z);
    if (g_bNight)
        color *= 0.25;
    return float4(color, 1.0);
}
