// Reasons not to believe the history, one word a rendered pixel, and the colours they belong to.
#ifndef UPSCALE_MASKS_FXH
#define UPSCALE_MASKS_FXH

#include "upscale_constants.fxh"
#include "upscale_filters.fxh"

struct Masks
{
    // The surface was hidden in the last frame.
    float disocclusion;
    // Drawn without depth or motion: particles, animated textures.
    float reactive;
    // An edge of motion runs through the pixel.
    float divergence;
    // Thin feature seen in this frame.
    float thin;
};

uint PackMasks(Masks masks)
{
    return PackUnorm8(float4(masks.disocclusion, masks.reactive, masks.divergence, masks.thin));
}

Masks UnpackMasks(float4 v)
{
    Masks masks;
    masks.disocclusion = v.x;
    masks.reactive = v.y;
    masks.divergence = v.z;
    masks.thin = v.w;
    return masks;
}

// Bilinear between the rendered pixels; the texture holds integers, which no sampler filters.
Masks MasksAt(Texture2D<uint> packed, float2 position)
{
    float2 base = floor(position - 0.5);
    float2 f = position - 0.5 - base;
    int2 corner = (int2)base;
    float4 a = UnpackUnorm8(packed.Load(int3(ClampToRender(corner), 0)));
    float4 b = UnpackUnorm8(packed.Load(int3(ClampToRender(corner + int2(1, 0)), 0)));
    float4 c = UnpackUnorm8(packed.Load(int3(ClampToRender(corner + int2(0, 1)), 0)));
    float4 d = UnpackUnorm8(packed.Load(int3(ClampToRender(corner + int2(1, 1)), 0)));
    Masks masks = UnpackMasks(lerp(lerp(a, b, f.x), lerp(c, d, f.x), f.y));
    // A thin feature belongs to the one sample that saw it.
    float4 nearest = f.x < 0.5 ? (f.y < 0.5 ? a : c) : (f.y < 0.5 ? b : d);
    masks.thin = nearest.w;
    return masks;
}

// Soft maximum of a 3x3 block: reactive pixels also lighten their neighbours, whose samples they leak into.
float DilateMask(Texture2D<float> mask, int2 pixel)
{
    float largest = 0.0;
    [unroll] for (int y = -1; y <= 1; ++y)
    {
        [unroll] for (int x = -1; x <= 1; ++x)
        {
            float value = mask.Load(int3(ClampToRender(pixel + int2(x, y)), 0));
            largest = max(largest, value * GaussianWeight(0.25 * (float)(x * x + y * y)));
        }
    }
    return saturate(largest);
}

#endif
