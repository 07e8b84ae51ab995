// What the moving sampling point does to motion vectors. Option UPSCALE_JITTERED_MOTION: they were rendered with jittered
// matrices, so each holds the difference of two frames' jitters as well.
#ifndef UPSCALE_JITTER_FXH
#define UPSCALE_JITTER_FXH

#include "upscale_constants.fxh"

#ifndef UPSCALE_JITTERED_MOTION
#define UPSCALE_JITTERED_MOTION 0
#endif

#if UPSCALE_JITTERED_MOTION

// In texture coordinates: where the sampling point moves to, the picture moves from.
float2 JitterOfMotion()
{
    return (g_Jitter.xy - g_Jitter.zw) * g_RenderSize.zw;
}

float2 CancelJitter(float2 motion)
{
    return motion - JitterOfMotion();
}

// A still camera leaves rounding noise where the jitter was taken off; it would blur the history.
float2 SnapStill(float2 motion)
{
    float2 pixels = abs(motion) * g_DisplaySize.xy;
    return max(pixels.x, pixels.y) < 1.0 / 64.0 ? float2(0.0, 0.0) : motion;
}

#else

float2 CancelJitter(float2 motion)
{
    return motion;
}

float2 SnapStill(float2 motion)
{
    return motion;
}

#endif

#endif
