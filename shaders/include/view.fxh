// Constants of the camera that renders, and what follows from them. Binding: b0.
#ifndef VIEW_FXH
#define VIEW_FXH

#include "math.fxh"

cbuffer View : register(b0)
{
    float4x4 g_ViewProjection;
    float4x4 g_View;
    float4x4 g_InverseViewProjection;
    float3 g_CameraPosition;
    float g_Time;
    // Width, height and their reciprocals, in pixels.
    float4 g_Viewport;
    // x: near plane, y: far plane, z: x scale and w: y scale of the projection.
    float4 g_Projection;
    // The way its light travels.
    float3 g_SunDirection;
    float g_FogDensity;
    float3 g_SunColor;
    float g_FogHeightFalloff;
    float3 g_FogColor;
};

// Depth buffer value (0 near, 1 far) to distance along the view axis.
float LinearizeDepth(float depth)
{
    float near = g_Projection.x;
    float far = g_Projection.y;
    return near * far / max(far - depth * (far - near), kTiny);
}

float2 NdcToUv(float2 ndc)
{
    return float2(ndc.x * 0.5 + 0.5, 0.5 - ndc.y * 0.5);
}

float2 UvToNdc(float2 uv)
{
    return float2(uv.x * 2.0 - 1.0, 1.0 - uv.y * 2.0);
}

float3 WorldFromDepth(float2 uv, float depth)
{
    float4 world = mul(g_InverseViewProjection, float4(UvToNdc(uv), depth, 1.0));
    return world.xyz / world.w;
}

// View space with +z into the screen, from a linear depth.
float3 ViewFromLinearDepth(float2 uv, float linearDepth)
{
    float2 ndc = UvToNdc(uv);
    return float3(ndc / g_Projection.zw * linearDepth, linearDepth);
}

// Exponential height fog, integrated along the ray in closed form
// (Wenzel, "Real-time Atmospheric Effects in Games Revisited", 2007).
float FogTransmittance(float3 world)
{
    float3 ray = world - g_CameraPosition;
    float slope = g_FogHeightFalloff * ray.y;
    // (1 - e^-s) / s tends to 1, and is 0/0 for a level ray.
    float average = abs(slope) > 1e-3 ? (1.0 - exp(-slope)) / slope : 1.0;
    float density = g_FogDensity * exp(-g_FogHeightFalloff * g_CameraPosition.y);
    return exp(-density * average * length(ray));
}

float3 ApplyFog(float3 color, float3 world)
{
    float3 ray = SafeNormalize(world - g_CameraPosition);
    // Forward scattering: looking into the sun brightens the fog.
    float glow = pow(saturate(dot(ray, -g_SunDirection)), 8.0);
    float3 fog = lerp(g_FogColor, g_SunColor, 0.35 * glow);
    return lerp(fog, color, FogTransmittance(world));
}

#endif
