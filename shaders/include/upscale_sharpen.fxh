// Sharpening that cannot ring: one negative lobe on the four neighbours, as strong as the range of the five allows (the
// idea of AMD's contrast-adaptive sharpening, Timothy Lottes, 2019 and 2021; formulas derived anew).
#ifndef UPSCALE_SHARPEN_FXH
#define UPSCALE_SHARPEN_FXH

#include "upscale_constants.fxh"
#include "upscale_ycocg.fxh"

struct Cross
{
    float3 centre;
    float3 north;
    float3 south;
    float3 west;
    float3 east;
};

// For an output (c + w (n + s + e + o)) / (1 + 4 w) with w <= 0: the w at which it would reach 0 or 1. Both ends follow
// from the range [a, b] of the neighbours: a + 4 w b = 0 and b + 4 w a = 1 + 4 w.
float LobeWithinRange(float lower, float upper)
{
    float atBlack = lower / max(4.0 * upper, kTiny);
    float atWhite = (1.0 - upper) / max(4.0 * (1.0 - lower), kTiny);
    return -min(atBlack, atWhite);
}

float LobeOfChannel(float n, float s, float w, float e)
{
    float lower = min(min(n, s), min(w, e));
    float upper = max(max(n, s), max(w, e));
    return LobeWithinRange(lower, upper);
}

float LobeOfCross(Cross taps)
{
    float red = LobeOfChannel(taps.north.r, taps.south.r, taps.west.r, taps.east.r);
    float green = LobeOfChannel(taps.north.g, taps.south.g, taps.west.g, taps.east.g);
    float blue = LobeOfChannel(taps.north.b, taps.south.b, taps.west.b, taps.east.b);
    // The weakest of the three holds for all, or colours would shift. 3/16 keeps the denominator well above 0.
    return max(-0.1875, max(red, max(green, blue)));
}

// 1 on edges and flat areas, less where the centre differs from all four: that is noise, not detail.
float NoiseGuard(Cross taps)
{
    float n = PreparedLuma(RgbToYCoCg(taps.north));
    float s = PreparedLuma(RgbToYCoCg(taps.south));
    float w = PreparedLuma(RgbToYCoCg(taps.west));
    float e = PreparedLuma(RgbToYCoCg(taps.east));
    float c = PreparedLuma(RgbToYCoCg(taps.centre));
    float range = max(max(max(n, s), max(w, e)), c) - min(min(min(n, s), min(w, e)), c);
    float lonely = abs(0.25 * (n + s + w + e) - c) / max(range, kTiny);
    return 1.0 - g_Filter.y * saturate(lonely);
}

float3 SharpenCross(Cross taps, float allowance)
{
    float strength = exp2(-2.0 * (1.0 - saturate(g_Filter.x))) * allowance;
    float lobe = LobeOfCross(taps) * strength * NoiseGuard(taps);
    float3 ring = taps.north + taps.south + taps.west + taps.east;
    return saturate((taps.centre + ring * lobe) / (1.0 + 4.0 * lobe));
}

#endif
