// Motion vectors: from a pixel to where its surface was in the last frame, in texture coordinates. Option
// UPSCALE_LOW_RES_MOTION: their texture has the size of the rendered frame; otherwise that of the display.
#ifndef UPSCALE_MOTION_FXH
#define UPSCALE_MOTION_FXH

#include "upscale_constants.fxh"

#ifndef UPSCALE_LOW_RES_MOTION
#define UPSCALE_LOW_RES_MOTION 0
#endif

Texture2D<float2> g_MotionVectors : register(t2);

float2 LoadMotion(int2 motionPixel)
{
    return g_MotionVectors.Load(int3(ClampToMotion(motionPixel), 0)) * g_MotionScale.xy;
}

// Longer than anything in the scene moves: left over from a teleport or an uncleared target.
float2 LimitMotion(float2 motion)
{
    float length2 = dot(motion * g_DisplaySize.xy, motion * g_DisplaySize.xy);
    float limit = g_MotionScale.z;
    return length2 > limit * limit ? motion * (limit * rsqrt(length2)) : motion;
}

// In display pixels.
float MotionLength(float2 motion)
{
    return length(motion * g_DisplaySize.xy);
}

// 0 where two surfaces move alike, 1 where they part by a rendered pixel a frame or more.
float MotionDifference(float2 a, float2 b)
{
    float2 d = (a - b) * g_RenderSize.xy;
    return saturate(dot(d, d));
}

#if UPSCALE_LOW_RES_MOTION

float2 MotionOfRenderPixel(int2 pixel)
{
    return LimitMotion(LoadMotion(pixel));
}

// Largest disagreement with the four neighbours: an edge of motion runs through the pixel.
float MotionDivergence(int2 pixel)
{
    float2 centre = LoadMotion(pixel);
    float divergence = MotionDifference(centre, LoadMotion(pixel + int2(1, 0)));
    divergence = max(divergence, MotionDifference(centre, LoadMotion(pixel - int2(1, 0))));
    divergence = max(divergence, MotionDifference(centre, LoadMotion(pixel + int2(0, 1))));
    return max(divergence, MotionDifference(centre, LoadMotion(pixel - int2(0, 1))));
}

// Longest motion around a pixel, for masks that must not miss a thin fast object.
float LongestMotion(int2 pixel)
{
    float longest = 0.0;
    [unroll] for (int i = 0; i < 9; ++i)
    {
        longest = max(longest, MotionLength(LoadMotion(pixel + int2(i % 3 - 1, i / 3 - 1))));
    }
    return longest;
}

#else

// First and last motion pixel that a rendered pixel covers.
int4 MotionFootprint(int2 pixel)
{
    float2 scale = g_MotionSize.xy * g_RenderSize.zw;
    int2 first = (int2)floor((float2)pixel * scale);
    int2 last = (int2)ceil((float2)(pixel + 1) * scale) - 1;
    return int4(ClampToMotion(first), ClampToMotion(last));
}

// At the sample itself: the jitter says which of the covered vectors it saw.
float2 MotionOfRenderPixel(int2 pixel)
{
    float2 sample = ((float2)pixel + 0.5 + g_Jitter.xy) * g_RenderSize.zw;
    return LimitMotion(LoadMotion((int2)(sample * g_MotionSize.xy)));
}

float2 MotionOfDisplayPixel(int2 pixel)
{
    return LimitMotion(LoadMotion((int2)(DisplayUv(pixel) * g_MotionSize.xy)));
}

// Spread of the vectors within one rendered pixel: finer than what its neighbours could tell.
float MotionDivergence(int2 pixel)
{
    int4 footprint = MotionFootprint(pixel);
    float2 lower = LoadMotion(footprint.xy);
    float2 upper = lower;
    // Four corners and the centre suffice for a block of at most 3x3.
    int2 middle = (footprint.xy + footprint.zw) / 2;
    float2 other = LoadMotion(footprint.zw);
    lower = min(lower, other);
    upper = max(upper, other);
    other = LoadMotion(footprint.xw);
    lower = min(lower, other);
    upper = max(upper, other);
    other = LoadMotion(footprint.zy);
    lower = min(lower, other);
    upper = max(upper, other);
    other = LoadMotion(middle);
    lower = min(lower, other);
    upper = max(upper, other);
    return MotionDifference(lower, upper);
}

float LongestMotion(int2 pixel)
{
    int4 footprint = MotionFootprint(pixel);
    float longest = MotionLength(LoadMotion(footprint.xy - 1));
    longest = max(longest, MotionLength(LoadMotion(footprint.zw + 1)));
    longest = max(longest, MotionLength(LoadMotion(int2(footprint.x - 1, footprint.w + 1))));
    longest = max(longest, MotionLength(LoadMotion(int2(footprint.z + 1, footprint.y - 1))));
    return max(longest, MotionLength(LoadMotion((footprint.xy + footprint.zw) / 2)));
}

// Rendered pixel a motion pixel lies in, to ask the depth buffer which vector belongs to the nearest surface.
int2 RenderPixelOfMotion(int2 motionPixel)
{
    return ClampToRender((int2)(((float2)motionPixel + 0.5) * g_MotionSize.zw * g_RenderSize.xy));
}

#endif

#endif
