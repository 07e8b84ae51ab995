// What the sidecars of the pages name: branches, entry points and macros.
#define MAX_LIGHTS 8

bool g_bSkinning;
bool g_bFoliage;
bool g_bShadowPass;
bool g_bFog;
bool g_bUnlit;
bool g_bSkinned;
bool g_bTransparent;
bool g_bTwoSided;
bool g_bDepthOnly;
int g_nLights;
int g_Quality;

#if defined(SKINNED) && SKINNED
static const float scale = 2.0;
#else
static const float scale = 1.0;
#endif

float4 MeshVS(float3 position : POSITION) : SV_Position
{
    return float4(position * (g_bSkinned || g_bSkinning ? scale : 0.5) + (g_bFoliage ? 0.1 : 0.0) + (g_bDepthOnly ? 0.2 : 0.0), 1.0);
}

float4 VS(float3 position : POSITION) : SV_Position
{
    return float4(position * scale, 1.0);
}

float4 shade()
{
    float4 color = g_bUnlit ? 1.0 : 0.25 * g_nLights;
    if (g_bFog)
        color.rgb *= 0.5;
    if (g_bTransparent)
        color.a = 0.5;
    if (g_bTwoSided)
        color.g = 1.0;
    if (g_bShadowPass)
        color = 0.0;
    return color + 0.1 * g_Quality;
}

float4 MeshPS() : SV_Target
{
#ifdef SOFT_SHADOWS
    return shade() * 0.5;
#else
    return shade();
#endif
}

float4 PS() : SV_Target
{
#ifdef FOG
    return LIGHTS;
#else
    return LIGHTS + 1;
#endif
}

float4 OpaquePS() : SV_Target
{
    return shade();
}

float4 DepthPS() : SV_Target
{
    return 0.0;
}
