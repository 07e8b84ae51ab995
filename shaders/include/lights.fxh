// Punctual lights in a clustered grid. The layout is shared by the culling pass and the lit passes.
#ifndef LIGHTS_FXH
#define LIGHTS_FXH

#include "brdf.fxh"
#include "view.fxh"

// Depth slices follow a power curve, so clusters stay roughly cubic
// (Olsson et al., "Clustered Deferred and Forward Shading", 2012).
#define kCLUSTERS_X 16
#define kCLUSTERS_Y 9
#define kCLUSTERS_Z 24
#define kLIGHTS_PER_CLUSTER 64

struct Light
{
    float3 position;
    // Beyond it the light is exactly zero.
    float range;
    float3 color;
    // Cosine of the outer cone half-angle; -1 for a point light.
    float cosOuter;
    float3 direction;
    // 1 / (cos inner - cos outer).
    float coneScale;
};

uint ClusterSlice(float linearDepth)
{
    float ratio = g_Projection.y / g_Projection.x;
    float slice = log2(max(linearDepth / g_Projection.x, 1.0)) / log2(ratio) * (float)kCLUSTERS_Z;
    return min((uint)slice, (uint)(kCLUSTERS_Z - 1));
}

float ClusterSliceNear(uint slice)
{
    float ratio = g_Projection.y / g_Projection.x;
    return g_Projection.x * pow(ratio, (float)slice / (float)kCLUSTERS_Z);
}

uint ClusterIndex(float2 pixel, float linearDepth)
{
    uint2 tile = (uint2)(pixel * g_Viewport.zw * float2(kCLUSTERS_X, kCLUSTERS_Y));
    tile = min(tile, uint2(kCLUSTERS_X - 1, kCLUSTERS_Y - 1));
    return tile.x + kCLUSTERS_X * (tile.y + kCLUSTERS_Y * ClusterSlice(linearDepth));
}

// Inverse square, windowed to reach zero at the range (Karis, "Real Shading in Unreal Engine 4", 2013).
float DistanceAttenuation(float distanceSquared, float range)
{
    float window = saturate(1.0 - Square(distanceSquared / (range * range)));
    return window * window / max(distanceSquared, 1e-4);
}

float ConeAttenuation(Light light, float3 toLight)
{
    float t = saturate((dot(-toLight, light.direction) - light.cosOuter) * light.coneScale);
    return light.cosOuter > -0.999 ? t * t : 1.0;
}

float3 ShadePunctual(Surface surface, Light light)
{
    float3 offset = light.position - surface.position;
    float distanceSquared = dot(offset, offset);
    float3 toLight = offset * rsqrt(max(distanceSquared, 1e-8));
    float attenuation = DistanceAttenuation(distanceSquared, light.range) * ConeAttenuation(light, toLight);
    return ShadeLight(surface, toLight) * light.color * attenuation;
}

#endif
