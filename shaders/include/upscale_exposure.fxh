// Scene light without an upper end, brought to [0, 1] and back, and from one frame's exposure to the next one's.
#ifndef UPSCALE_EXPOSURE_FXH
#define UPSCALE_EXPOSURE_FXH

#include "upscale_constants.fxh"
#include "upscale_ycocg.fxh"

// Brightest input that is believed; a firefly above it would stay for the whole history.
#define kBRIGHTEST 16384.0

// Reversible compression by the largest channel (Lottes, "Optimized Reversible Tonemapper for Resolve", 2016).
float3 CompressRange(float3 color)
{
    return color / (1.0 + MaxComponent(color));
}

float3 ExpandRange(float3 color)
{
    float3 c = saturate(color);
    return c / max(1.0 - MaxComponent(c), 1.0 / kBRIGHTEST);
}

// Prepared colour of the last frame under the exposure of this one. Display values have the exposure 1 in every frame, so
// they come back as they are, and this needs no option.
float3 ReexposeColor(float3 prepared)
{
    float ratio = g_ExposureScale.x / max(g_ExposureScale.y, kTiny);
    if (abs(ratio - 1.0) < 1.0 / 1024.0)
    {
        return prepared;
    }
    return RgbToYCoCg(CompressRange(ExpandRange(YCoCgToRgb(prepared)) * ratio));
}

#endif
