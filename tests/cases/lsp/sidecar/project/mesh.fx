#define MAX_LIGHTS 4

bool g_bFog;
bool g_bRain;
int g_Quality;
float g_Time;

float4 MeshVS(float3 position : POSITION) : SV_Position
{
    return float4(position, 1.0);
}

float4 MeshPS(float4 place : SV_Position) : SV_Target0
{
    return g_bFog ? float4(1, 1, 1, g_Quality) : g_Time;
}
