// Reflection of light at a surface: GGX specular with multiple-scattering compensation, Burley diffuse.
#ifndef BRDF_FXH
#define BRDF_FXH

#include "math.fxh"

struct Surface
{
    float3 position;
    float3 normal;
    float3 view;
    float3 albedo;
    float3 emissive;
    float3 f0;
    float roughness;
    float metalness;
    float occlusion;
    // Share of light that passes through thin matter such as leaves.
    float translucency;
    float alpha;
};

// Trowbridge-Reitz distribution, alpha = roughness squared (Walter et al., "Microfacet Models for Refraction", 2007).
float DistributionGgx(float nDotH, float alpha)
{
    float a2 = alpha * alpha;
    float d = (nDotH * a2 - nDotH) * nDotH + 1.0;
    // Not kTiny: the peak of a polished surface lies far below it.
    return a2 / max(kPi * d * d, 1e-12);
}

// Height-correlated Smith masking-shadowing with the 4 nL nV of the denominator folded in
// (Heitz, "Understanding the Masking-Shadowing Function", 2014).
float VisibilitySmith(float nDotL, float nDotV, float alpha)
{
    float a2 = alpha * alpha;
    float v = nDotL * sqrt((nDotV - nDotV * a2) * nDotV + a2);
    float l = nDotV * sqrt((nDotL - nDotL * a2) * nDotL + a2);
    return 0.5 / max(v + l, kTiny);
}

float3 FresnelSchlick(float3 f0, float cosine)
{
    // Below 2 % reflectance no real material exists: treat it as pre-baked occlusion.
    float f90 = saturate(50.0 * f0.y);
    return f0 + (f90 - f0) * Pow5(1.0 - cosine);
}

// Retro-reflective diffuse, renormalised so that it never gains energy
// (Burley, "Physically Based Shading at Disney", 2012; Lagarde and de Rousiers, 2014).
float DiffuseBurley(float nDotL, float nDotV, float lDotH, float roughness)
{
    float bias = 0.5 * roughness;
    float factor = lerp(1.0, 1.0 / 1.51, roughness);
    float f90 = bias + 2.0 * lDotH * lDotH * roughness;
    float lightScatter = 1.0 + (f90 - 1.0) * Pow5(1.0 - nDotL);
    float viewScatter = 1.0 + (f90 - 1.0) * Pow5(1.0 - nDotV);
    return lightScatter * viewScatter * factor * kInvPi;
}

// Scale and bias to f0 of the split-sum environment integral, as an analytic fit
// (Karis, "Physically Based Shading on Mobile", 2014).
float2 EnvironmentBrdf(float roughness, float nDotV)
{
    float4 r = roughness * float4(-1.0, -0.0275, -0.572, 0.022) + float4(1.0, 0.0425, 1.04, -0.04);
    float a004 = min(r.x * r.x, exp2(-9.28 * nDotV)) * r.x + r.y;
    return float2(-1.04, 1.04) * a004 + r.zw;
}

// What one bounce loses on rough metal (Fdez-Aguera, "A Multiple-Scattering Microfacet Model", 2019, simplified).
float3 MultipleScattering(float3 f0, float2 environment)
{
    return 1.0 + f0 * (1.0 / max(environment.x + environment.y, 0.1) - 1.0);
}

// Light from behind a thin surface, wrapped around the edge.
float3 TransmittedLight(Surface surface, float3 light)
{
    float wrap = saturate((dot(-surface.normal, light) + 0.3) / 1.69);
    float toEye = Pow4(saturate(dot(surface.view, -light)));
    return surface.albedo * surface.translucency * (wrap + toEye) * kInvPi;
}

// Radiance towards the eye for light of unit irradiance from `light` (a unit vector to the light).
float3 ShadeLight(Surface surface, float3 light)
{
    float nDotL = saturate(dot(surface.normal, light));
    // Never zero: grazing pixels of interpolated normals face away from the eye.
    float nDotV = abs(dot(surface.normal, surface.view)) + 1e-4;
    float3 h = SafeNormalize(light + surface.view);
    float nDotH = saturate(dot(surface.normal, h));
    float lDotH = saturate(dot(light, h));
    float alpha = max(Square(surface.roughness), 0.002);

    float3 specular = DistributionGgx(nDotH, alpha) * VisibilitySmith(nDotL, nDotV, alpha)
        * FresnelSchlick(surface.f0, lDotH);
    specular *= MultipleScattering(surface.f0, EnvironmentBrdf(surface.roughness, nDotV));

    float3 diffuse = surface.albedo * (1.0 - surface.metalness)
        * DiffuseBurley(nDotL, nDotV, lDotH, surface.roughness);
    return (diffuse + specular) * nDotL + TransmittedLight(surface, light);
}

// Specular occlusion from ambient occlusion (Lagarde and de Rousiers, "Moving Frostbite to PBR", 2014).
float SpecularOcclusion(float nDotV, float occlusion, float roughness)
{
    return saturate(pow(abs(nDotV + occlusion), exp2(-16.0 * roughness - 1.0)) - 1.0 + occlusion);
}

#endif
