// Filters without options: cubics on the four samples around a position, and soft masks.
#ifndef UPSCALE_FILTERS_FXH
#define UPSCALE_FILTERS_FXH

#include "math.fxh"

// Cubic of Mitchell and Netravali, "Reconstruction Filters in Computer Graphics", 1988, at one distance.
float CubicFilter(float x, float b, float c)
{
    float a = abs(x);
    float a2 = a * a;
    float a3 = a2 * a;
    float inner = (12.0 - 9.0 * b - 6.0 * c) * a3 + (-18.0 + 12.0 * b + 6.0 * c) * a2 + (6.0 - 2.0 * b);
    float outer = (-b - 6.0 * c) * a3 + (6.0 * b + 30.0 * c) * a2 + (-12.0 * b - 48.0 * c) * a + (8.0 * b + 24.0 * c);
    return (a < 1.0 ? inner : (a < 2.0 ? outer : 0.0)) / 6.0;
}

// Weights of the four samples around a fraction f in [0, 1) (Catmull and Rom, 1974).
float4 CatmullRomWeights(float f)
{
    float f2 = f * f;
    float f3 = f2 * f;
    return float4(-0.5 * f3 + f2 - 0.5 * f, 1.5 * f3 - 2.5 * f2 + 1.0, -1.5 * f3 + 2.0 * f2 + 0.5 * f,
                  0.5 * f3 - 0.5 * f2);
}

// Never negative, so it cannot ring; also never sharp.
float4 BSplineWeights(float f)
{
    float g = 1.0 - f;
    float f2 = f * f;
    float g2 = g * g;
    return float4(g2 * g, 3.0 * f2 * f - 6.0 * f2 + 4.0, 3.0 * g2 * g - 6.0 * g2 + 4.0, f2 * f) / 6.0;
}

float4 MitchellWeights(float f)
{
    const float third = 1.0 / 3.0;
    return float4(CubicFilter(1.0 + f, third, third), CubicFilter(f, third, third), CubicFilter(1.0 - f, third, third),
                  CubicFilter(2.0 - f, third, third));
}

// A quarter of the energy at one pixel's distance: soft edges of masks.
float GaussianWeight(float squaredDistance)
{
    return exp2(-2.0 * squaredDistance);
}

#endif
