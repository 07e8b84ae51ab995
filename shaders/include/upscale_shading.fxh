// Changes of light on surfaces that stay: a lamp is switched, a shadow passes. Depth and motion say nothing of them, so
// coarse brightness is compared, now against then.
#ifndef UPSCALE_SHADING_FXH
#define UPSCALE_SHADING_FXH

#include "upscale_history.fxh"
#include "upscale_ycocg.fxh"

// Mean and spread of perceived luma over a patch.
struct Patch
{
    float mean;
    float deviation;
};

Patch PatchOf(float sum, float squares, float count)
{
    Patch patch;
    patch.mean = sum / count;
    patch.deviation = sqrt(max(squares / count - patch.mean * patch.mean, 0.0));
    return patch;
}

// Every second sample of a 5x5 block: 13 in the pattern of a chessboard.
Patch PatchNow(Texture2D<float4> prepared, float2 position)
{
    int2 centre = (int2)floor(position);
    float sum = 0.0;
    float squares = 0.0;
    [unroll] for (int i = 0; i < 25; i += 2)
    {
        int2 pixel = ClampToRender(centre + int2(i % 5 - 2, i / 5 - 2));
        float luma = PerceivedLuma(PreparedLuma(prepared.Load(int3(pixel, 0)).rgb));
        sum += luma;
        squares += luma * luma;
    }
    return PatchOf(sum, squares, 13.0);
}

// The same area of the history, whose pixels are smaller: bilinear reads between four of them each.
Patch PatchBefore(float2 uv)
{
    float2 reach = 2.0 * g_RenderSize.zw;
    float sum = 0.0;
    float squares = 0.0;
    [unroll] for (int i = 0; i < 9; ++i)
    {
        float2 offset = float2((float)(i % 3 - 1), (float)(i / 3 - 1)) * reach;
        float luma = PerceivedLuma(PreparedLuma(g_History.SampleLevel(g_LinearClamp, uv + offset, 0.0).rgb));
        sum += luma;
        squares += luma * luma;
    }
    return PatchOf(sum, squares, 9.0);
}

// A difference within what the patch varies by anyway is texture that moved, not light. Differences are told from the
// noise of 13 samples: the error of their mean is the deviation over the root of their number.
float ShadingChange(Patch now, Patch before)
{
    float noise = max(now.deviation, before.deviation) / 3.6;
    float difference = max(abs(now.mean - before.mean) - 2.0 * noise, 0.0);
    float relative = difference / max(max(now.mean, before.mean), 1.0 / 32.0);
    return InverseLerp(0.05, 0.35, relative);
}

// Brightness the history should have had; cheaper than to forget it, and detail stays.
float3 RelightHistory(float3 history, Patch now, Patch before, float change)
{
    float ratio = clamp(now.mean / max(before.mean, 1.0 / 64.0), 0.25, 4.0);
    // Perceived steps are close to a cube root, so the ratio of light is its cube.
    float light = ratio * ratio * ratio;
    float3 relit = ClampPrepared(history * light);
    return lerp(history, relit, change * g_Reaction.z);
}

#endif
