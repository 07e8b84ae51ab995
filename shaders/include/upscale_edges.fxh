// Anti-aliasing of pixels that have one frame only: staircases are found and their steps' ends searched for, as in
// Reshetov, "Morphological Antialiasing", 2009, and Lottes, "FXAA", 2009; on prepared luma at the rendered size.
#ifndef UPSCALE_EDGES_FXH
#define UPSCALE_EDGES_FXH

#include "upscale_constants.fxh"
#include "upscale_ycocg.fxh"

// Pixels a step is followed to either side; longer ones are nearly straight and show no staircase.
#define kEDGE_REACH 6
#define kLEAST_CONTRAST 0.06

// A step between two rows (or columns) of pixels.
struct Step
{
    // One pixel along the step, and one across it to the other side.
    int2 along;
    int2 across;
    // Luma halfway between the sides, and how far the other one lies from it.
    float middle;
    float rise;
    bool found;
};

float EdgeLuma(Texture2D<float4> prepared, int2 pixel)
{
    return sqrt(PreparedLuma(prepared.Load(int3(ClampToRender(pixel), 0)).rgb));
}

// Second differences along both axes: rows that differ from their neighbours make a horizontal step.
Step FindStep(Texture2D<float4> prepared, int2 pixel)
{
    float nw = EdgeLuma(prepared, pixel + int2(-1, -1));
    float n = EdgeLuma(prepared, pixel + int2(0, -1));
    float ne = EdgeLuma(prepared, pixel + int2(1, -1));
    float w = EdgeLuma(prepared, pixel + int2(-1, 0));
    float c = EdgeLuma(prepared, pixel);
    float e = EdgeLuma(prepared, pixel + int2(1, 0));
    float sw = EdgeLuma(prepared, pixel + int2(-1, 1));
    float s = EdgeLuma(prepared, pixel + int2(0, 1));
    float se = EdgeLuma(prepared, pixel + int2(1, 1));
    float highest = max(max(max(n, s), max(w, e)), c);
    float lowest = min(min(min(n, s), min(w, e)), c);

    float horizontal = abs(nw + sw - 2.0 * w) + 2.0 * abs(n + s - 2.0 * c) + abs(ne + se - 2.0 * e);
    float vertical = abs(nw + ne - 2.0 * n) + 2.0 * abs(w + e - 2.0 * c) + abs(sw + se - 2.0 * s);
    bool isHorizontal = horizontal >= vertical;
    float before = isHorizontal ? n : w;
    float after = isHorizontal ? s : e;
    // Of the two sides the one that differs more.
    bool toBefore = abs(before - c) >= abs(after - c);
    float other = toBefore ? before : after;

    Step found;
    found.along = isHorizontal ? int2(1, 0) : int2(0, 1);
    int2 forward = isHorizontal ? int2(0, 1) : int2(1, 0);
    found.across = toBefore ? int2(0, 0) - forward : forward;
    found.middle = 0.5 * (c + other);
    found.rise = 0.5 * (other - c);
    found.found = highest - lowest > max(kLEAST_CONTRAST, 0.15 * highest);
    return found;
}

// Pixels to the end of a step, and on which side of the middle it ends.
struct StepEnd
{
    float pixels;
    float side;
};

StepEnd FollowStep(Texture2D<float4> prepared, int2 pixel, Step found, int direction)
{
    StepEnd end;
    end.pixels = (float)kEDGE_REACH;
    end.side = 0.0;
    bool ended = false;
    for (int i = 1; i <= kEDGE_REACH; ++i)
    {
        int2 at = pixel + found.along * (i * direction);
        float mean = 0.5 * (EdgeLuma(prepared, at) + EdgeLuma(prepared, at + found.across));
        float difference = mean - found.middle;
        if (!ended && abs(difference) >= 0.5 * abs(found.rise))
        {
            end.pixels = (float)i - 0.5;
            end.side = difference * found.rise;
            ended = true;
        }
    }
    return end;
}

// Share of the other side in the pixel: the line from one end's middle to the other's cuts a trapezium from it.
float StepCoverage(StepEnd back, StepEnd ahead)
{
    float span = back.pixels + ahead.pixels;
    bool nearBack = back.pixels < ahead.pixels;
    float nearest = nearBack ? back.pixels : ahead.pixels;
    float side = nearBack ? back.side : ahead.side;
    // Only where the other side reaches over at the near end is the pixel cut at all.
    return side > 0.0 ? saturate(0.5 - nearest / max(span, 1.0)) : 0.0;
}

// A texel of the frame with its staircases smoothed.
float3 SmoothedSample(Texture2D<float4> prepared, int2 pixel)
{
    float3 own = prepared.Load(int3(ClampToRender(pixel), 0)).rgb;
    Step found = FindStep(prepared, pixel);
    if (!found.found)
    {
        return own;
    }
    float3 other = prepared.Load(int3(ClampToRender(pixel + found.across), 0)).rgb;
    StepEnd back = FollowStep(prepared, pixel, found, -1);
    StepEnd ahead = FollowStep(prepared, pixel, found, 1);
    return lerp(own, other, StepCoverage(back, ahead));
}

#endif
