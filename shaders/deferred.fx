// Lights what mesh.fx left in the G-buffer: sun, clustered lights, ambient occlusion and fog, in one pass.

#include "fullscreen.fxh"
#include "lights.fxh"
#include "color.fxh"

bool g_bOcclusion;      // result of the ambient occlusion pass
bool g_bPunctualLights; // the clusters of the culling pass
bool g_bFog;
int g_DebugOutput;      // None, LightCount, Normals, Occlusion

Texture2D<float4> g_LightBuffer : register(t0);
Texture2D<float4> g_NormalBuffer : register(t1);
Texture2D<float4> g_AlbedoBuffer : register(t2);
Texture2D<float> g_Depth : register(t3);
Texture2D<uint> g_Occlusion : register(t4);
StructuredBuffer<Light> g_Lights : register(t10);
StructuredBuffer<uint2> g_Clusters : register(t11);
StructuredBuffer<uint> g_ClusterLights : register(t12);

Surface ReadSurface(int3 texel, float3 world)
{
    float4 normal = g_NormalBuffer.Load(texel);
    float4 albedo = g_AlbedoBuffer.Load(texel);

    Surface surface;
    surface.position = world;
    surface.normal = OctahedralDecode(normal.xy);
    surface.view = SafeNormalize(g_CameraPosition - world);
    surface.albedo = albedo.rgb;
    surface.emissive = float3(0.0, 0.0, 0.0);
    surface.metalness = albedo.a;
    surface.f0 = lerp(float3(0.04, 0.04, 0.04), albedo.rgb, albedo.a);
    surface.roughness = normal.z;
    surface.occlusion = 1.0;
    surface.translucency = 0.0;
    surface.alpha = 1.0;
    return surface;
}

// Light bounced between close white walls brightens their crease again (Jimenez et al., 2016).
float3 MultiBounce(float visibility, float3 albedo)
{
    float3 a = 2.0404 * albedo - 0.3324;
    float3 b = -4.7951 * albedo + 0.6417;
    float3 c = 2.7552 * albedo + 0.6903;
    return max(float3(visibility, visibility, visibility), ((visibility * a + b) * visibility + c) * visibility);
}

float4 DeferredPS(FullscreenVertex input) : SV_Target0
{
    int3 texel = int3((int2)input.position.xy, 0);
    float depth = g_Depth.Load(texel);
    float3 world = WorldFromDepth(input.uv, depth);
    Surface surface = ReadSurface(texel, world);
    float sunVisibility = g_NormalBuffer.Load(texel).a;

    float3 ambient = g_LightBuffer.Load(texel).rgb;
    if (g_bOcclusion)
    {
        // Visibility lies in the top byte of the packed word.
        surface.occlusion = (float)(g_Occlusion.Load(texel) >> 24u) / 255.0;
        ambient *= MultiBounce(surface.occlusion, surface.albedo);
    }

    float3 color = ambient + ShadeLight(surface, -g_SunDirection) * g_SunColor * sunVisibility;
    uint lightCount = 0u;
    if (g_bPunctualLights)
    {
        uint2 range = g_Clusters[ClusterIndex(input.position.xy, LinearizeDepth(depth))];
        lightCount = min(range.y, (uint)kLIGHTS_PER_CLUSTER);
        [loop]
        for (uint i = 0u; i < lightCount; ++i)
        {
            color += ShadePunctual(surface, g_Lights[g_ClusterLights[range.x + i]]);
        }
    }
    if (g_bFog)
    {
        color = ApplyFog(color, world);
    }

    switch (g_DebugOutput)
    {
    case 1:
        color = HeatRamp((float)lightCount / 32.0);
        break;
    case 2:
        color = surface.normal * 0.5 + 0.5;
        break;
    case 3:
        color = float3(surface.occlusion, surface.occlusion, surface.occlusion);
        break;
    default:
        break;
    }
    // The far plane is the sky's.
    clip(depth < 1.0 ? 1.0 : -1.0);
    return float4(color, 1.0);
}
