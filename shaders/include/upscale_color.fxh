// Between the colours of the game and those of the upscaler. Option UPSCALE_HDR: the frame is scene light without an upper
// end; otherwise it holds display values.
#ifndef UPSCALE_COLOR_FXH
#define UPSCALE_COLOR_FXH

#include "color.fxh"
#include "random.fxh"
#include "upscale_constants.fxh"
#include "upscale_ycocg.fxh"

#ifndef UPSCALE_HDR
#define UPSCALE_HDR 0
#endif

#if UPSCALE_HDR

#include "upscale_exposure.fxh"

// Not-a-number fails every comparison and so becomes black.
float FiniteOrBlack(float v)
{
    return v > 0.0 ? min(v, kBRIGHTEST) : 0.0;
}

float3 SanitizeScene(float3 color)
{
    return float3(FiniteOrBlack(color.r), FiniteOrBlack(color.g), FiniteOrBlack(color.b));
}

float3 PrepareColor(float3 scene)
{
    return RgbToYCoCg(CompressRange(SanitizeScene(scene) * g_ExposureScale.x));
}

float3 ResolveColor(float3 prepared)
{
    return ExpandRange(YCoCgToRgb(ClampPrepared(prepared))) / max(g_ExposureScale.x, kTiny);
}

// Steps in perceived brightness: stops around middle grey, into [0, 1].
float DecisionLuma(float3 prepared)
{
    float light = PreparedLuma(RgbToYCoCg(ExpandRange(YCoCgToRgb(ClampPrepared(prepared)))));
    return InverseLerp(-8.0, 8.0, log2(max(light, 1e-6) / 0.18));
}

// Half floats carry enough bits; nothing to hide.
float3 DitherOutput(float3 color, int2 pixel)
{
    return color;
}

// Light that the sharpening may add stays under the display's peak.
float3 LimitOutput(float3 color)
{
    float peak = g_ExposureScale.z / max(g_ExposureScale.x, kTiny);
    float largest = MaxComponent(color);
    return largest > peak ? color * (peak / largest) : color;
}

#else

float3 SanitizeScene(float3 color)
{
    return float3(color.r > 0.0 ? min(color.r, 1.0) : 0.0,
                  color.g > 0.0 ? min(color.g, 1.0) : 0.0,
                  color.b > 0.0 ? min(color.b, 1.0) : 0.0);
}

// Averages must be of light, not of code values: thin bright lines would darken.
float3 PrepareColor(float3 scene)
{
    return RgbToYCoCg(SrgbToLinear(SanitizeScene(scene)));
}

float3 ResolveColor(float3 prepared)
{
    return LinearToSrgb(YCoCgToRgb(ClampPrepared(prepared)));
}

float DecisionLuma(float3 prepared)
{
    return saturate(PerceivedLuma(PreparedLuma(prepared)));
}

// Triangular noise of one step of an 8-bit target hides its bands.
float3 DitherOutput(float3 color, int2 pixel)
{
    uint state = HashUint2((uint2)pixel ^ (uint)g_FrameState.x);
    float3 first = float3(NextRandom(state), NextRandom(state), NextRandom(state));
    float3 second = float3(NextRandom(state), NextRandom(state), NextRandom(state));
    return color + (first - second) * g_ExposureScale.w / 255.0;
}

float3 LimitOutput(float3 color)
{
    return saturate(color);
}

#endif

#endif
