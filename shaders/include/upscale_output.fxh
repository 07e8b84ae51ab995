// What the accumulation hands on. Option UPSCALE_SHARPENING: a later pass sharpens and resolves, so the prepared colour
// stays; otherwise the frame is finished here.
#ifndef UPSCALE_OUTPUT_FXH
#define UPSCALE_OUTPUT_FXH

#include "upscale_constants.fxh"
#include "upscale_ycocg.fxh"

#ifndef UPSCALE_SHARPENING
#define UPSCALE_SHARPENING 0
#endif

#if UPSCALE_SHARPENING

// The sharpening pass reads the history itself; beside it only how much a pixel may be sharpened.
RWTexture2D<float> g_SharpenMask : register(u3);

// Young pixels hold aliasing, reactive ones noise: neither gains from being sharper.
float SharpenAllowance(float accumulated, float reactive, float lockStrength)
{
    float settled = InverseLerp(0.05, 0.5, accumulated);
    return saturate(settled * (1.0 - reactive) * (1.0 - 0.5 * lockStrength));
}

void WriteOutput(int2 pixel, float3 prepared, float accumulated, float reactive, float lockStrength)
{
    g_SharpenMask[pixel] = SharpenAllowance(accumulated, reactive, lockStrength);
}

#else

#include "upscale_color.fxh"

UPSCALE_STORE RWTexture2D<float4> g_Output : register(u3);

void WriteOutput(int2 pixel, float3 prepared, float accumulated, float reactive, float lockStrength)
{
    float3 color = LimitOutput(ResolveColor(prepared));
    g_Output[pixel] = float4(DitherOutput(color, pixel), 1.0);
}

#endif

#endif
