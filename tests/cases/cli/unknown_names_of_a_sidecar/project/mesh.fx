bool g_bFog;
bool g_bSnow;

float4 MeshPS() : SV_Target
{
    float4 color = 0.5;
    if (g_bFog && g_bRain)
        color *= 0.5;
    for (int i = 0; i < LIGHTS; i++)
        color += 0.1;
    return color * nothing;
}
