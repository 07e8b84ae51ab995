// Colour as the passes hand it to each other: compressed to [0, 1] and turned to luma and two chroma axes, on which the
// colours of a neighbourhood fill their bounding box better than on red, green and blue.
#ifndef UPSCALE_YCOCG_FXH
#define UPSCALE_YCOCG_FXH

#include "math.fxh"

// Malvar and Sullivan, "YCoCg-R: A Color Space with RGB Reversibility and Low Dynamic Range", 2003; without the lifting.
float3 RgbToYCoCg(float3 c)
{
    return float3(dot(c, float3(0.25, 0.5, 0.25)), dot(c, float3(0.5, 0.0, -0.5)), dot(c, float3(-0.25, 0.5, -0.25)));
}

float3 YCoCgToRgb(float3 c)
{
    float base = c.x - c.z;
    return float3(base + c.y, c.x + c.z, base - c.y);
}

// The luma axis alone.
float PreparedLuma(float3 prepared)
{
    return max(prepared.x, 0.0);
}

// Luma in steps the eye sees as equal, for decisions (not for averages).
float PerceivedLuma(float luma)
{
    return luma <= 0.0088564 ? luma * 9.033 : 1.16 * pow(max(luma, kTiny), 1.0 / 3.0) - 0.16;
}

// 0 for equal lumas, 1 where one is black.
float LumaContrast(float a, float b)
{
    float high = max(a, b);
    return high > kTiny ? 1.0 - min(a, b) / high : 0.0;
}

// Share of the larger of two lumas that both have.
float LumaRatio(float a, float b)
{
    return min(a, b) / max(max(a, b), kTiny);
}

float3 ClampPrepared(float3 prepared)
{
    return clamp(prepared, float3(0.0, -0.5, -0.5), float3(1.0, 0.5, 0.5));
}

// Distance with luma counting twice: errors of chroma are seen at half the resolution.
float PreparedDistance(float3 a, float3 b)
{
    float3 d = (a - b) * float3(2.0, 1.0, 1.0);
    return sqrt(dot(d, d));
}

// Weight of a sample in an average, so that single bright ones do not flicker (see KarisWeight).
float StabilityWeight(float3 prepared)
{
    return 1.0 / (1.0 + 4.0 * PreparedLuma(prepared));
}

#endif
