// Every mesh of a scene: opaque into the G-buffer, transparent with forward lighting, depth and shadow passes.
// Which of them a draw call gets is decided by the branches below; mesh.fx.lua says how they go together.

#ifndef USE_SKINNING
#define USE_SKINNING 0
#endif

#include "math.fxh"
#include "view.fxh"
#include "brdf.fxh"
#include "lights.fxh"
#include "shadows.fxh"
#include "material.fxh"
#include "bloom.fxh"
#include "debug_views.fxh"
#include "wind.fxh"
#if USE_SKINNING
#include "skinning.fxh"
#endif

bool g_bBinaryAlpha;            // cut-out textures: texels below the reference are holes
bool g_bBloom;                  // only what glows, for the bloom chain
bool g_bDebug;                  // show one input of the lighting instead of its result
bool g_bDepth;                  // depth before colour
bool g_bDepthAsColor;           // the same into a colour target, where depth cannot be sampled
bool g_bMultiLayer;             // four material layers blended by height
bool g_bFoliage;                // wind, light through leaves
bool g_bForwardLighting;        // lights are summed here and not in a later pass
bool g_bShadowCast;             // into a shadow map
bool g_bShadowCastDepthAsColor; // the same into a colour target
bool g_bShadowRec;              // shadow of the sun
bool g_bShadowProjected;        // a projected shadow texture on top
bool g_bSkinning;               // bones; needs USE_SKINNING for the vertex inputs
bool g_bTransparent;            // blended over what is there

cbuffer Object : register(b1)
{
    float4x4 g_World;
    // Inverse transpose of g_World, for normals under non-uniform scale.
    float4x4 g_WorldNormal;
    float4 g_TintColor;
    float3 g_WindDirection;
    float g_WindStrength;
    // x: depth, y: offset along the normal, against shadow acne at the caster. Stands before the scalars because
    // WGSL wants a float2 of a uniform block on a multiple of 8 bytes, where HLSL would allow 4.
    float2 g_ShadowCasterBias;
    float g_WindFrequency;
    int g_DebugView;
};

StructuredBuffer<Light> g_Lights : register(t10);
// x: first entry of g_ClusterLights, y: number of entries.
StructuredBuffer<uint2> g_Clusters : register(t11);
StructuredBuffer<uint> g_ClusterLights : register(t12);

struct VertexInput
{
    float3 position : POSITION;
    float3 normal : NORMAL;
    float4 tangent : TANGENT;
    float2 uv : TEXCOORD0;
    float4 color : COLOR0;
#if USE_SKINNING
    uint4 bones : BLENDINDICES;
    float4 weights : BLENDWEIGHT;
#endif
};

struct ColorVertex
{
    float4 position : SV_Position;
    float2 uv : TEXCOORD0;
    float3 world : TEXCOORD1;
    float3 normal : TEXCOORD2;
    float4 tangent : TEXCOORD3;
    float4 color : COLOR0;
    float viewDepth : TEXCOORD4;
};

struct DepthVertex
{
    float4 position : SV_Position;
    float2 uv : TEXCOORD0;
    float2 depth : TEXCOORD1;
};

struct DeferredOutput
{
    // rgb: emitted and ambient light, or the final colour; a: opacity.
    float4 light : SV_Target0;
    // rg: octahedral normal, b: roughness, a: visibility of the sun.
    float4 normal : SV_Target1;
    // rgb: albedo, a: metalness.
    float4 albedo : SV_Target2;
};

struct WorldVertex
{
    float3 position;
    float3 normal;
    float3 tangent;
};

// Shared by all passes: a depth pass that moved vertices differently would show as holes in the colour pass.
WorldVertex DeformVertex(VertexInput input)
{
    float3 position = input.position;
    float3 normal = input.normal;
    float3 tangent = input.tangent.xyz;

#if USE_SKINNING
    if (g_bSkinning)
    {
        BoneTransform bone = BlendBones(input.bones, input.weights);
        position = SkinPoint(bone, position);
        normal = SkinVector(bone, normal);
        tangent = SkinVector(bone, tangent);
    }
#endif

    WorldVertex vertex;
    vertex.position = mul(g_World, float4(position, 1.0)).xyz;
    vertex.normal = SafeNormalize(mul((float3x3)g_WorldNormal, normal));
    vertex.tangent = SafeNormalize(mul((float3x3)g_World, tangent));

    if (g_bFoliage && !g_bSkinning)
    {
        Wind wind;
        wind.direction = g_WindDirection;
        wind.strength = g_WindStrength;
        wind.gustFrequency = g_WindFrequency;
        wind.time = g_Time;
        float3 root = float3(g_World._m03, g_World._m13, g_World._m23);
        vertex.position = FoliageOffset(vertex.position, root, vertex.normal, input.color.rgb, wind);
    }
    return vertex;
}

ColorVertex MeshVS(VertexInput input)
{
    WorldVertex vertex = DeformVertex(input);

    ColorVertex output;
    output.position = mul(g_ViewProjection, float4(vertex.position, 1.0));
    output.uv = input.uv;
    output.world = vertex.position;
    output.normal = vertex.normal;
    output.tangent = float4(vertex.tangent, input.tangent.w);
    // On foliage the vertex colour holds wind weights, which must not tint it.
    output.color = g_bFoliage ? g_TintColor : input.color * g_TintColor;
    output.viewDepth = output.position.w;
    return output;
}

DepthVertex MeshDepthVS(VertexInput input)
{
    WorldVertex vertex = DeformVertex(input);
    float3 position = vertex.position;
    const bool shadow = g_bShadowCast || g_bShadowCastDepthAsColor;
    if (shadow)
    {
        float slope = 1.0 - saturate(dot(vertex.normal, -g_SunDirection));
        position -= vertex.normal * (g_ShadowCasterBias.y * slope);
    }

    DepthVertex output;
    output.position = mul(g_ViewProjection, float4(position, 1.0));
    if (shadow)
    {
        // Casters in front of the near plane are flattened onto it, or they would not cast at all.
        output.position.z = max(output.position.z + g_ShadowCasterBias.x, 0.0);
    }
    output.uv = input.uv;
    output.depth = output.position.zw;
    return output;
}

// The cut-out edge in units of a pixel: one pixel wide at any distance, and ready for alpha to coverage.
float SharpenAlpha(float alpha)
{
    float edge = max(fwidth(alpha), 1e-4);
    return saturate((alpha - g_AlphaReference) / edge + 0.5);
}

MaterialSample ResolveMaterial(float2 uv)
{
    MaterialSample material = SampleMaterial(uv);
    if (g_bMultiLayer)
    {
        material = SampleLayers(material, uv);
    }
    return material;
}

Surface ResolveSurface(ColorVertex input, bool frontFace)
{
    MaterialSample material = ResolveMaterial(input.uv);

    float3 normal = normalize(input.normal);
    float3 tangent = SafeNormalize(input.tangent.xyz - normal * dot(normal, input.tangent.xyz));
    float3 bitangent = cross(normal, tangent) * input.tangent.w;
    float3 bumped = material.normal.x * tangent + material.normal.y * bitangent + material.normal.z * normal;
    // Leaves are single sheets: the back is lit as if it were a front.
    float side = (g_bFoliage && !frontFace) ? -1.0 : 1.0;

    Surface surface;
    surface.position = input.world;
    surface.normal = normalize(bumped) * side;
    surface.view = SafeNormalize(g_CameraPosition - input.world);
    surface.albedo = material.albedo.rgb * input.color.rgb;
    surface.emissive = g_Emissive * material.emissiveMask;
    surface.metalness = saturate(material.metalness);
    surface.f0 = lerp(float3(0.04, 0.04, 0.04), surface.albedo, surface.metalness);
    surface.roughness = FilterRoughness(saturate(material.roughness), surface.normal);
    surface.occlusion = material.occlusion;
    surface.translucency = g_bFoliage ? g_Translucency : 0.0;
    surface.alpha = material.albedo.a * input.color.a * g_Opacity;
    return surface;
}

float3 SunLight(Surface surface, float3 visibility)
{
    return ShadeLight(surface, -g_SunDirection) * g_SunColor * visibility;
}

// Lights of the pixel's cluster. The count comes back for the debug view.
float3 ClusterLights(Surface surface, float2 pixel, float viewDepth, out uint lightCount)
{
    uint2 range = g_Clusters[ClusterIndex(pixel, viewDepth)];
    lightCount = min(range.y, (uint)kLIGHTS_PER_CLUSTER);
    float3 sum = float3(0.0, 0.0, 0.0);
    [loop]
    for (uint i = 0u; i < lightCount; ++i)
    {
        sum += ShadePunctual(surface, g_Lights[g_ClusterLights[range.x + i]]);
    }
    return sum;
}

DeferredOutput MeshPS(ColorVertex input, bool frontFace : SV_IsFrontFace)
{
    Surface surface = ResolveSurface(input, frontFace);
    if (g_bBinaryAlpha)
    {
        float coverage = SharpenAlpha(surface.alpha);
        clip(coverage - 0.5);
        surface.alpha = g_bTransparent ? coverage : 1.0;
    }

    float2 pixel = input.position.xy;
    float3 sunVisibility = float3(1.0, 1.0, 1.0);
    if (g_bShadowRec)
    {
        float lit = SunVisibility(surface.position, normalize(input.normal), pixel, input.viewDepth);
        sunVisibility = float3(lit, lit, lit);
    }
    if (g_bShadowProjected)
    {
        float3 projected = ProjectedShadow(surface.position);
        // Inside the sun's shadow there is nothing left to darken.
        sunVisibility = g_bShadowRec ? min(sunVisibility, projected) : sunVisibility * projected;
    }

    float3 color = surface.emissive + AmbientLight(surface);
    uint lightCount = 0u;
    if (g_bForwardLighting)
    {
        color += SunLight(surface, sunVisibility);
        color += ClusterLights(surface, pixel, input.viewDepth, lightCount);
        color = ApplyFog(color, surface.position);
    }
    if (g_bBloom)
    {
        // In the deferred case lights come later; the emitted part is what glows for sure.
        float3 source = g_bForwardLighting ? color : surface.emissive;
        color = BrightPass(source, g_BloomThreshold, g_BloomKnee);
    }
    if (g_bDebug)
    {
        color = DebugView(g_DebugView, surface, color, lightCount);
    }

    DeferredOutput output;
    output.light = float4(color, g_bTransparent ? surface.alpha : 1.0);
    if (g_bForwardLighting)
    {
        // Forward passes bind target 0 alone.
        output.normal = float4(0.0, 0.0, 0.0, 0.0);
        output.albedo = float4(0.0, 0.0, 0.0, 0.0);
    }
    else
    {
        output.normal = float4(OctahedralEncode(surface.normal), surface.roughness, Luminance(sunVisibility));
        output.albedo = float4(surface.albedo, surface.metalness);
    }
    return output;
}

// Two 8-bit channels hold 16 bits of depth on targets without float formats.
float2 PackDepth(float depth)
{
    float high = floor(depth * 255.0) / 255.0;
    return float2(high, (depth - high) * 255.0);
}

float4 MeshDepthPS(DepthVertex input) : SV_Target0
{
    if (g_bBinaryAlpha)
    {
        float alpha = g_AlbedoMap.Sample(g_MaterialSampler, input.uv).a * g_BaseColor.a;
        clip(SharpenAlpha(alpha) - 0.5);
    }

    float4 color = float4(0.0, 0.0, 0.0, 0.0);
    if (g_bDepthAsColor || g_bShadowCastDepthAsColor)
    {
        float depth = saturate(input.depth.x / max(input.depth.y, kTiny));
        // A shadow map is compared linearly, the view's depth is reconstructed from.
        color.rg = PackDepth(g_bShadowCastDepthAsColor ? depth : saturate(input.depth.y / g_Projection.y));
        color.a = 1.0;
    }
    if (g_bDebug)
    {
        // Shows the passes apart: depth in green, shadow maps in red.
        float shade = frac(input.depth.y);
        color = g_bDepth || g_bDepthAsColor ? float4(0.0, shade, 0.0, 1.0) : float4(shade, 0.0, 0.0, 1.0);
    }
    return color;
}
