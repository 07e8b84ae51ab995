// Depth buffers, in either direction. Option UPSCALE_INVERTED_DEPTH: 1 is near and 0 is far.
#ifndef UPSCALE_DEPTH_FXH
#define UPSCALE_DEPTH_FXH

#include "upscale_constants.fxh"

#ifndef UPSCALE_INVERTED_DEPTH
#define UPSCALE_INVERTED_DEPTH 0
#endif

#if UPSCALE_INVERTED_DEPTH

#define kFARTHEST_DEPTH 0.0

bool NearerThan(float a, float b)
{
    return a > b;
}

float NearerDepth(float a, float b)
{
    return max(a, b);
}

float FartherDepth(float a, float b)
{
    return min(a, b);
}

// An infinite far plane is given as 0.
float LinearDepth(float depth)
{
    float near = g_Frustum.x;
    float far = g_Frustum.y;
    float inverse = far > 0.0 ? depth * (far - near) + near : depth;
    return far > 0.0 ? near * far / max(inverse, kTiny * near) : near / max(inverse, 1e-7);
}

// Distance along the axis that one step of the buffer's last bit of its 23 stands for: precise near the far plane.
float DepthResolution(float linearDepth)
{
    float near = g_Frustum.x;
    float device = near / max(linearDepth, near);
    return linearDepth * linearDepth / near * device * 1.1920929e-7;
}

// Unsigned order of the bits is the order of nearness: an atomic maximum keeps the nearer surface.
uint NearnessOf(float depth)
{
    return asuint(max(depth, 0.0));
}

float DepthOfNearness(uint nearness)
{
    return asfloat(nearness);
}

bool IsBackground(float depth)
{
    return depth <= 0.0;
}

#else

#define kFARTHEST_DEPTH 1.0

bool NearerThan(float a, float b)
{
    return a < b;
}

float NearerDepth(float a, float b)
{
    return min(a, b);
}

float FartherDepth(float a, float b)
{
    return max(a, b);
}

float LinearDepth(float depth)
{
    float near = g_Frustum.x;
    float far = g_Frustum.y;
    float inverse = far > 0.0 ? far - depth * (far - near) : 1.0 - depth;
    return far > 0.0 ? near * far / max(inverse, kTiny * near) : near / max(inverse, 1e-7);
}

// Values crowd below 1, where a float has steps of 2^-24 whatever the distance.
float DepthResolution(float linearDepth)
{
    float near = g_Frustum.x;
    return linearDepth * linearDepth / near * 5.9604645e-8;
}

// The buffer is cleared to 0, which therefore has to be the farthest.
uint NearnessOf(float depth)
{
    return 0x3f800000u - asuint(clamp(depth, 0.0, 1.0));
}

float DepthOfNearness(uint nearness)
{
    return asfloat(0x3f800000u - min(nearness, 0x3f800000u));
}

bool IsBackground(float depth)
{
    return depth >= 1.0;
}

#endif

// Largest distance between two samples of one surface: what a pixel's width at that depth amounts to on a slope of the
// given steepness, and what the buffer cannot resolve (after Akeley and Su, "Minimum Triangle Separation for Correct
// z-Buffer Occlusion", 2006).
float SurfaceSeparation(float linearDepth, float steepness)
{
    float pixelWidth = 2.0 * linearDepth * max(g_Frustum.z * g_RenderSize.z, g_Frustum.w * g_RenderSize.w);
    return max(pixelWidth * steepness, 4.0 * DepthResolution(linearDepth));
}

// 1 where `linearDepth` certainly lies behind `reference`, by more than a surface could.
float Separation(float linearDepth, float reference, float steepness)
{
    float allowed = SurfaceSeparation(min(linearDepth, reference), steepness);
    return saturate((linearDepth - reference) / max(allowed, kTiny) - 1.0);
}

// Axis-aligned position in view space, +z into the screen.
float3 ViewPosition(float2 uv, float linearDepth)
{
    float2 ndc = float2(uv.x * 2.0 - 1.0, 1.0 - uv.y * 2.0);
    return float3(ndc * g_Frustum.zw * linearDepth, linearDepth);
}

// Nearest of a 3x3 block and where it is.
struct NearestDepth
{
    float depth;
    int2 pixel;
};

NearestDepth FindNearest(Texture2D<float> depths, int2 centre, int2 limit)
{
    NearestDepth nearest;
    nearest.pixel = centre;
    nearest.depth = depths.Load(int3(centre, 0));
    [unroll] for (int y = -1; y <= 1; ++y)
    {
        [unroll] for (int x = -1; x <= 1; ++x)
        {
            int2 pixel = clamp(centre + int2(x, y), int2(0, 0), limit - 1);
            float depth = depths.Load(int3(pixel, 0));
            if (NearerThan(depth, nearest.depth))
            {
                nearest.depth = depth;
                nearest.pixel = pixel;
            }
        }
    }
    return nearest;
}

// Change of linear depth a pixel, along the axis on which the surface is continuous.
float DepthSlope(Texture2D<float> depths, int2 centre)
{
    float middle = LinearDepth(depths.Load(int3(centre, 0)));
    float left = LinearDepth(depths.Load(int3(ClampToRender(centre - int2(1, 0)), 0)));
    float right = LinearDepth(depths.Load(int3(ClampToRender(centre + int2(1, 0)), 0)));
    float up = LinearDepth(depths.Load(int3(ClampToRender(centre - int2(0, 1)), 0)));
    float down = LinearDepth(depths.Load(int3(ClampToRender(centre + int2(0, 1)), 0)));
    float horizontal = min(abs(middle - left), abs(right - middle));
    float vertical = min(abs(middle - up), abs(down - middle));
    return max(horizontal, vertical);
}

// Share of the 2x2 block around a position that is background.
float BackgroundShare(Texture2D<float> depths, float2 position)
{
    int2 corner = (int2)floor(position - 0.5);
    float share = 0.0;
    [unroll] for (int i = 0; i < 4; ++i)
    {
        int2 pixel = ClampToRender(corner + int2(i & 1, i >> 1));
        share += IsBackground(depths.Load(int3(pixel, 0))) ? 0.25 : 0.0;
    }
    return share;
}

#endif
