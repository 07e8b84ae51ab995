// Material inputs of meshes: one textured layer, or up to four blended by height.
// Bindings: b2, t0 to t6, s0.
#ifndef MATERIAL_FXH
#define MATERIAL_FXH

#include "brdf.fxh"

#define kMAX_LAYERS 4

cbuffer Material : register(b2)
{
    float4 g_BaseColor;
    float3 g_Emissive;
    float g_AlphaReference;
    float g_Roughness;
    float g_Metalness;
    float g_NormalStrength;
    float g_Translucency;
    // Texture repeats of each layer.
    float4 g_LayerTiling;
    // Depth of the height blend; small values give hard edges between layers.
    float g_LayerContrast;
    float g_BloomThreshold;
    float g_BloomKnee;
    float g_Opacity;
};

Texture2D<float4> g_AlbedoMap : register(t0);
Texture2D<float4> g_NormalMap : register(t1);
// r: occlusion, g: roughness, b: metalness, a: emissive mask.
Texture2D<float4> g_SurfaceMap : register(t2);
Texture2DArray<float4> g_LayerAlbedo : register(t3);
// rg: normal, b: roughness, a: height.
Texture2DArray<float4> g_LayerDetail : register(t4);
Texture2D<float4> g_LayerMask : register(t5);
TextureCube<float4> g_Environment : register(t6);
SamplerState g_MaterialSampler : register(s0);

struct MaterialSample
{
    float4 albedo;
    float3 normal;
    float occlusion;
    float roughness;
    float metalness;
    float emissiveMask;
};

// Two-channel normal maps: z is rebuilt, so block-compressed formats keep their precision.
float3 UnpackNormal(float2 xy, float strength)
{
    float2 n = (xy * 2.0 - 1.0) * strength;
    return float3(n, sqrt(saturate(1.0 - dot(n, n))));
}

// Partial derivatives add up: bumps of both maps stay (Barre-Brisebois and Hill, "Blending in Detail", 2012).
float3 BlendNormals(float3 base, float3 detail)
{
    float3 t = base + float3(0.0, 0.0, 1.0);
    float3 u = detail * float3(-1.0, -1.0, 1.0);
    return normalize(t * dot(t, u) / t.z - u);
}

// Roughness grows where the normal map is averaged away at distance, or highlights sparkle
// (Kaplanyan et al., "Filtering Distributions of Normals", 2016).
float FilterRoughness(float roughness, float3 normal)
{
    float3 dx = ddx(normal);
    float3 dy = ddy(normal);
    float variance = 0.25 * (dot(dx, dx) + dot(dy, dy));
    float alpha2 = saturate(Square(Square(roughness)) + min(2.0 * variance, 0.18));
    return sqrt(sqrt(alpha2));
}

MaterialSample SampleMaterial(float2 uv)
{
    MaterialSample result;
    float4 surface = g_SurfaceMap.Sample(g_MaterialSampler, uv);
    result.albedo = g_AlbedoMap.Sample(g_MaterialSampler, uv) * g_BaseColor;
    result.normal = UnpackNormal(g_NormalMap.Sample(g_MaterialSampler, uv).xy, g_NormalStrength);
    result.occlusion = surface.r;
    result.roughness = surface.g * g_Roughness;
    result.metalness = surface.b * g_Metalness;
    result.emissiveMask = surface.a;
    return result;
}

// Weights of the layers: the mask shifted by each layer's height, only the highest `contrast` band survives
// (Mishkinis, "Advanced Terrain Texture Splatting", 2013).
float4 HeightWeights(float4 mask, float4 heights, float contrast)
{
    float4 level = mask + heights * step(1e-3, mask);
    float top = max(max(level.x, level.y), max(level.z, level.w));
    float4 band = max(level - (top - max(contrast, 1e-3)), 0.0);
    return band / max(dot(band, float4(1.0, 1.0, 1.0, 1.0)), kTiny);
}

MaterialSample SampleLayers(MaterialSample base, float2 uv)
{
    float4 mask = g_LayerMask.Sample(g_MaterialSampler, uv);
    // Taken here: the loop below samples with explicit gradients and may therefore skip layers.
    float2 uvDx = ddx(uv);
    float2 uvDy = ddy(uv);

    float4 details[kMAX_LAYERS];
    float4 heights = float4(0.0, 0.0, 0.0, 0.0);
    for (uint i = 0u; i < kMAX_LAYERS; ++i)
    {
        float tiling = g_LayerTiling[i];
        float3 coordinate = float3(uv * tiling, (float)i);
        details[i] = g_LayerDetail.SampleGrad(g_MaterialSampler, coordinate, uvDx * tiling, uvDy * tiling);
        heights[i] = details[i].a;
    }
    float4 weights = HeightWeights(mask, heights, g_LayerContrast);

    float3 albedo = float3(0.0, 0.0, 0.0);
    float3 normal = float3(0.0, 0.0, 0.0);
    float roughness = 0.0;
    for (uint layer = 0u; layer < kMAX_LAYERS; ++layer)
    {
        float weight = weights[layer];
        if (weight > 0.004)
        {
            float tiling = g_LayerTiling[layer];
            float3 coordinate = float3(uv * tiling, (float)layer);
            float4 layerAlbedo = g_LayerAlbedo.SampleGrad(g_MaterialSampler, coordinate, uvDx * tiling, uvDy * tiling);
            albedo += layerAlbedo.rgb * weight;
            normal += UnpackNormal(details[layer].xy, g_NormalStrength) * weight;
            roughness += details[layer].b * weight;
        }
    }

    // The base map tints and supplies the large shapes; the layers supply everything close up.
    MaterialSample result = base;
    result.albedo.rgb = base.albedo.rgb * albedo * 2.0;
    result.normal = BlendNormals(base.normal, SafeNormalize(normal + float3(0.0, 0.0, 1e-3)));
    result.roughness = saturate(base.roughness * roughness * 2.0);
    return result;
}

// Reflection and irradiance from one prefiltered cube map, whose mips hold growing roughness.
float3 AmbientLight(Surface surface)
{
    const float lastMip = 7.0;
    float nDotV = saturate(dot(surface.normal, surface.view));
    float3 reflected = reflect(-surface.view, surface.normal);
    float3 irradiance = g_Environment.SampleLevel(g_MaterialSampler, surface.normal, lastMip).rgb;
    float3 radiance = g_Environment.SampleLevel(g_MaterialSampler, reflected, surface.roughness * (lastMip - 1.0)).rgb;
    float2 environment = EnvironmentBrdf(surface.roughness, nDotV);

    float3 diffuse = irradiance * surface.albedo * (1.0 - surface.metalness) * surface.occlusion;
    float3 specular = radiance * (surface.f0 * environment.x + environment.y);
    specular *= MultipleScattering(surface.f0, environment)
        * SpecularOcclusion(nDotV, surface.occlusion, surface.roughness);
    return diffuse + specular;
}

#endif
