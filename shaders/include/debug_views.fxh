// Debug output of lit meshes. The view is picked at run time, so one technique serves all of them.
#ifndef DEBUG_VIEWS_FXH
#define DEBUG_VIEWS_FXH

#include "brdf.fxh"
#include "color.fxh"

#define kDEBUG_ALBEDO 0
#define kDEBUG_NORMAL 1
#define kDEBUG_ROUGHNESS 2
#define kDEBUG_METALNESS 3
#define kDEBUG_OCCLUSION 4
#define kDEBUG_LIGHT_COUNT 5
#define kDEBUG_LUMINANCE 6

// False colour, one hue a photographic stop around middle grey.
float3 LuminanceStops(float3 color)
{
    float stops = log2(max(Luminance(color), 1e-5) / 0.18);
    return HeatRamp((stops + 6.0) / 12.0);
}

float3 DebugView(int view, Surface surface, float3 shaded, uint lightCount)
{
    float3 result = surface.albedo;
    switch (view)
    {
    case kDEBUG_NORMAL:
        result = surface.normal * 0.5 + 0.5;
        break;
    case kDEBUG_ROUGHNESS:
        result = float3(surface.roughness, surface.roughness, surface.roughness);
        break;
    case kDEBUG_METALNESS:
        result = float3(surface.metalness, surface.metalness, surface.metalness);
        break;
    case kDEBUG_OCCLUSION:
        result = float3(surface.occlusion, surface.occlusion, surface.occlusion);
        break;
    case kDEBUG_LIGHT_COUNT:
        result = HeatRamp((float)lightCount / 32.0);
        break;
    case kDEBUG_LUMINANCE:
        result = LuminanceStops(shaded);
        break;
    default:
        break;
    }
    return result;
}

#endif
