// Receiving shadows: cascades of the sun with percentage-closer filtering, and a projected cookie.
// Bindings: b4, t8, t9, s2, s3.
#ifndef SHADOWS_FXH
#define SHADOWS_FXH

#include "random.fxh"
#include "view.fxh"

#define kSHADOW_CASCADES 4
#define kSHADOW_TAPS 12

cbuffer Shadow : register(b4)
{
    float4x4 g_CascadeTransform[kSHADOW_CASCADES];
    // Far end of each cascade in linear depth.
    float4 g_CascadeEnd;
    // World size of a texel, one cascade a component.
    float4 g_CascadeTexelSize;
    float4x4 g_ProjectorTransform;
    float3 g_ProjectorColor;
    // x: filter radius in texels, y: resolution reciprocal, z: fade start, w: projector strength.
    float4 g_ShadowFilter;
};

Texture2DArray<float> g_CascadeMap : register(t8);
Texture2D<float4> g_ProjectorMap : register(t9);
SamplerComparisonState g_ShadowSampler : register(s2);
SamplerState g_ClampSampler : register(s3);

uint SelectCascade(float linearDepth)
{
    // Counts the cascades that end before this depth.
    float4 beyond = step(g_CascadeEnd, float4(linearDepth, linearDepth, linearDepth, linearDepth));
    return (uint)min(dot(beyond, float4(1.0, 1.0, 1.0, 1.0)), (float)(kSHADOW_CASCADES - 1));
}

float SampleCascade(uint cascade, float3 world, float3 normal, float2 pixel)
{
    // Moving the receiver along its normal replaces most of the depth bias, and contact shadows stay attached.
    float grazing = sqrt(saturate(1.0 - Square(dot(normal, -g_SunDirection))));
    float3 receiver = world + normal * g_CascadeTexelSize[cascade] * (0.5 + 1.5 * grazing);
    float4 clipPosition = mul(g_CascadeTransform[cascade], float4(receiver, 1.0));
    float3 coordinate = float3(NdcToUv(clipPosition.xy), saturate(clipPosition.z));

    float rotation = InterleavedGradientNoise(pixel) * kTwoPi;
    float radius = g_ShadowFilter.x * g_ShadowFilter.y;
    float lit = 0.0;
    for (uint i = 0u; i < kSHADOW_TAPS; ++i)
    {
        float2 uv = coordinate.xy + VogelDisc(i, kSHADOW_TAPS, rotation) * radius;
        lit += g_CascadeMap.SampleCmpLevelZero(g_ShadowSampler, float3(uv, (float)cascade), coordinate.z);
    }
    return lit / (float)kSHADOW_TAPS;
}

// 1 lit, 0 in shadow. The last tenth of a cascade blends into the next, which hides the step in resolution.
float SunVisibility(float3 world, float3 normal, float2 pixel, float linearDepth)
{
    uint cascade = SelectCascade(linearDepth);
    float lit = SampleCascade(cascade, world, normal, pixel);
    float end = g_CascadeEnd[cascade];
    float blend = InverseLerp(end * 0.9, end, linearDepth);
    if (blend > 0.0 && cascade + 1u < kSHADOW_CASCADES)
    {
        lit = lerp(lit, SampleCascade(cascade + 1u, world, normal, pixel), blend);
    }
    float fade = InverseLerp(g_ShadowFilter.z, g_CascadeEnd.w, linearDepth);
    return lerp(lit, 1.0, fade);
}

// A texture thrown along a frustum: blob shadows under characters, window frames on a floor.
float3 ProjectedShadow(float3 world)
{
    float4 p = mul(g_ProjectorTransform, float4(world, 1.0));
    float2 uv = NdcToUv(p.xy / max(p.w, kTiny));
    bool inside = p.w > 0.0 && all(uv == saturate(uv));
    float density = g_ProjectorMap.SampleLevel(g_ClampSampler, uv, 0.0).a;
    // Fades towards the far end of the frustum, or the cookie would appear on the ceiling below.
    density *= saturate(1.0 - p.z / max(p.w, kTiny)) * g_ShadowFilter.w;
    return inside ? lerp(float3(1.0, 1.0, 1.0), g_ProjectorColor, density) : float3(1.0, 1.0, 1.0);
}

#endif
