// Pass: nearest depth and motion of each rendered pixel, and those depths thrown to where the surfaces were.
#ifndef UPSCALE_RECONSTRUCT_FXH
#define UPSCALE_RECONSTRUCT_FXH

#include "upscale_depth.fxh"
#include "upscale_jitter.fxh"
#include "upscale_motion.fxh"

Texture2D<float> g_Depth : register(t0);
RWTexture2D<float> g_DilatedDepthOutput : register(u0);
RWTexture2D<uint> g_DilatedMotionOutput : register(u1);
// Nearness of the last frame's surfaces, row by row; cleared to 0 by the host.
RWStructuredBuffer<uint> g_PreviousNearness : register(u2);

// Bilinear footprint: a corner with little of the sample would smear edges by a pixel.
#define kLEAST_COVERAGE 0.12

void ScatterNearness(int2 pixel, float coverage, uint nearness)
{
    if (coverage > kLEAST_COVERAGE && InsideRender(pixel))
    {
        uint index = (uint)pixel.y * (uint)g_RenderSize.x + (uint)pixel.x;
        InterlockedMax(g_PreviousNearness[index], nearness);
    }
}

void ScatterPrevious(float2 position, float depth)
{
    float2 base = floor(position - 0.5);
    float2 f = position - 0.5 - base;
    int2 corner = (int2)base;
    uint nearness = NearnessOf(depth);
    ScatterNearness(corner, (1.0 - f.x) * (1.0 - f.y), nearness);
    ScatterNearness(corner + int2(1, 0), f.x * (1.0 - f.y), nearness);
    ScatterNearness(corner + int2(0, 1), (1.0 - f.x) * f.y, nearness);
    ScatterNearness(corner + int2(1, 1), f.x * f.y, nearness);
}

[numthreads(kTILE, kTILE, 1)]
void ReconstructCS(uint3 id : SV_DispatchThreadID)
{
    int2 pixel = (int2)id.xy;
    if (!InsideRender(pixel))
    {
        return;
    }
    NearestDepth nearest = FindNearest(g_Depth, pixel, (int2)g_RenderSize.xy);
    float2 motion = SnapStill(CancelJitter(MotionOfRenderPixel(nearest.pixel)));
    g_DilatedDepthOutput[pixel] = nearest.depth;
    g_DilatedMotionOutput[pixel] = PackHalf2(motion);
    // The undilated depth goes back by its own motion: dilation would put a rim of foreground around every hole.
    float own = g_Depth.Load(int3(pixel, 0));
    float2 ownMotion = SnapStill(CancelJitter(MotionOfRenderPixel(pixel)));
    ScatterPrevious((RenderUv(pixel) + ownMotion) * g_RenderSize.xy, own);
}

#endif
