// Reconstruction kernels. Option UPSCALE_LANCZOS_LUT: the Lanczos windows come from a texture of 128 texels (x: two lobes,
// y: three, over the kernel's radius); otherwise they are computed.
#ifndef UPSCALE_KERNELS_FXH
#define UPSCALE_KERNELS_FXH

#include "upscale_filters.fxh"

#ifndef UPSCALE_LANCZOS_LUT
#define UPSCALE_LANCZOS_LUT 0
#endif

#if UPSCALE_LANCZOS_LUT

#define kLANCZOS_TEXELS 128.0

Texture2D<float2> g_LanczosTable : register(t9);
SamplerState g_TableClamp : register(s1);

// The first and last texel's centre are the ends of the domain.
float2 LanczosEntry(float t)
{
    float u = (saturate(t) * (kLANCZOS_TEXELS - 1.0) + 0.5) / kLANCZOS_TEXELS;
    return g_LanczosTable.SampleLevel(g_TableClamp, float2(u, 0.5), 0.0);
}

float Lanczos2(float x)
{
    return LanczosEntry(abs(x) * 0.5).x;
}

float Lanczos3(float x)
{
    return LanczosEntry(abs(x) / 3.0).y;
}

// By distance, for samples that lie on no grid.
float Lanczos2Radial(float squaredDistance)
{
    return LanczosEntry(sqrt(squaredDistance) * 0.5).x;
}

float4 Lanczos2Weights(float f)
{
    return float4(Lanczos2(1.0 + f), Lanczos2(f), Lanczos2(1.0 - f), Lanczos2(2.0 - f));
}

void Lanczos3Weights(float f, out float3 before, out float3 after)
{
    before = float3(Lanczos3(2.0 + f), Lanczos3(1.0 + f), Lanczos3(f));
    after = float3(Lanczos3(1.0 - f), Lanczos3(2.0 - f), Lanczos3(3.0 - f));
}

#else

// Euler's product of sinc(x) sinc(x / 2), its zeros within the window as factors and the infinitely many beyond it as a
// cubic in x^2 (least squares on the window; largest error 4.4e-4). No sine, no division, exact zeros.
float Lanczos2Square(float t)
{
    float x2 = min(t, 4.0);
    float second = 1.0 - 0.25 * x2;
    float rest = ((-0.01265060 * x2 + 0.12919597) * x2 - 0.55235656) * x2 + 1.0;
    return (1.0 - x2) * second * second * rest;
}

// The same for sinc(x) sinc(x / 3); largest error 1.8e-3.
float Lanczos3Square(float t)
{
    float x2 = min(t, 9.0);
    float third = 1.0 - x2 / 9.0;
    float rest = ((-0.00231226 * x2 + 0.04600547) * x2 - 0.34243573) * x2 + 1.0;
    return (1.0 - x2) * (1.0 - 0.25 * x2) * third * third * rest;
}

float Lanczos2(float x)
{
    return Lanczos2Square(x * x);
}

float Lanczos3(float x)
{
    return Lanczos3Square(x * x);
}

float Lanczos2Radial(float squaredDistance)
{
    return Lanczos2Square(squaredDistance);
}

float4 Lanczos2Weights(float f)
{
    float g = 1.0 - f;
    return float4(Lanczos2Square(Square(1.0 + f)), Lanczos2Square(f * f), Lanczos2Square(g * g),
                  Lanczos2Square(Square(1.0 + g)));
}

void Lanczos3Weights(float f, out float3 before, out float3 after)
{
    float g = 1.0 - f;
    before = float3(Lanczos3Square(Square(2.0 + f)), Lanczos3Square(Square(1.0 + f)), Lanczos3Square(f * f));
    after = float3(Lanczos3Square(g * g), Lanczos3Square(Square(1.0 + g)), Lanczos3Square(Square(2.0 + g)));
}

#endif

#endif
