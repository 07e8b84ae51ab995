// Whether a pixel's motion can be believed: things speed up slowly, and what moved here leads back here.
#ifndef UPSCALE_CONSISTENCY_FXH
#define UPSCALE_CONSISTENCY_FXH

#include "upscale_dilated.fxh"
#include "upscale_motion.fxh"

// Motion of the last frame, packed as the dilated one.
Texture2D<uint> g_PreviousMotion : register(t12);

float2 LoadPreviousMotion(float2 uv)
{
    int2 pixel = ClampToRender((int2)(uv * g_RenderSize.xy));
    return UnpackHalf2(g_PreviousMotion.Load(int3(pixel, 0)));
}

// Where the surface was, it moved as it moves now, but for its acceleration: relative to its speed, so that fast and slow
// things are judged alike.
float MotionBreak(float2 motion, float2 previousUv)
{
    float2 before = LoadPreviousMotion(previousUv);
    float2 now = motion * g_RenderSize.xy;
    float2 then = before * g_RenderSize.xy;
    float difference = length(now - then);
    float speed = max(length(now), length(then));
    return InverseLerp(0.5, 2.0, difference / (1.0 + 0.5 * speed));
}

// Motion seen by most of the nine around a pixel; a vector that none of them shares is an error of the game's.
float LonelyMotion(float2 motion, int2 renderPixel)
{
    float alike = 0.0;
    [unroll] for (int y = -1; y <= 1; ++y)
    {
        [unroll] for (int x = -1; x <= 1; ++x)
        {
            float2 other = LoadDilatedMotion(renderPixel + int2(x, y));
            alike += MotionDifference(motion, other) < 0.25 ? 1.0 : 0.0;
        }
    }
    return 1.0 - saturate(alike / 3.0);
}

// Stretch of the surface from frame to frame: texels that grow apart need new samples soon.
float MotionStretch(int2 renderPixel)
{
    float2 centre = LoadDilatedMotion(renderPixel);
    float2 right = (LoadDilatedMotion(renderPixel + int2(1, 0)) - centre) * g_RenderSize.xy;
    float2 down = (LoadDilatedMotion(renderPixel + int2(0, 1)) - centre) * g_RenderSize.xy;
    // Determinant of the map from this frame to the last one, less 1.
    float area = (1.0 + right.x) * (1.0 + down.y) - right.y * down.x;
    return saturate(abs(1.0 - area));
}

float MotionDoubt(float2 motion, float2 previousUv, int2 renderPixel)
{
    float doubt = max(MotionBreak(motion, previousUv), LonelyMotion(motion, renderPixel));
    return saturate(max(doubt, 0.5 * MotionStretch(renderPixel)));
}

#endif
