// What every pass of the upscaler is told by the host, and where pixels of its three grids lie: the frame as rendered,
// the frame as displayed, and the motion vectors. Binding: b0.
#ifndef UPSCALE_CONSTANTS_FXH
#define UPSCALE_CONSTANTS_FXH

#include "math.fxh"

// Rows of four only: the packing is then the same under every rule.
cbuffer Upscale : register(b0)
{
    // Width, height and their reciprocals, in pixels; three times.
    float4 g_RenderSize;
    float4 g_DisplaySize;
    float4 g_MotionSize;
    // Offset of the sampling point from the pixel's centre in render pixels: xy of this frame, zw of the last one.
    float4 g_Jitter;
    // x: near plane, y: far plane, zw: tangents of half the field of view.
    float4 g_Frustum;
    // xy: motion vector to texture coordinates, z: longest believable motion in display pixels, w: 1 after a cut.
    float4 g_MotionScale;
    // x: exposure of this frame, y: of the last one, z: peak of the display over diffuse white, w: scale of the dither.
    float4 g_ExposureScale;
    // x: index of the frame, y: seconds since the last one, z: frames to accumulate, w: frames a lock lives.
    float4 g_FrameState;
    // x: sharpness in [0, 1], y: limit of noise, z: deviations of the clipping box, w: strength of the anti-ringing.
    float4 g_Filter;
    // x: reaction to the reactive mask, y: to transparency, z: to shading changes, w: to motion.
    float4 g_Reaction;
};

float2 RenderUv(int2 pixel)
{
    return ((float2)pixel + 0.5) * g_RenderSize.zw;
}

float2 DisplayUv(int2 pixel)
{
    return ((float2)pixel + 0.5) * g_DisplaySize.zw;
}

int2 ClampToRender(int2 pixel)
{
    return clamp(pixel, int2(0, 0), (int2)g_RenderSize.xy - 1);
}

int2 ClampToDisplay(int2 pixel)
{
    return clamp(pixel, int2(0, 0), (int2)g_DisplaySize.xy - 1);
}

int2 ClampToMotion(int2 pixel)
{
    return clamp(pixel, int2(0, 0), (int2)g_MotionSize.xy - 1);
}

bool InsideRender(int2 pixel)
{
    return all(pixel >= int2(0, 0)) && all(pixel < (int2)g_RenderSize.xy);
}

bool InsideDisplay(int2 pixel)
{
    return all(pixel >= int2(0, 0)) && all(pixel < (int2)g_DisplaySize.xy);
}

bool InsideUv(float2 uv)
{
    return all(uv >= float2(0.0, 0.0)) && all(uv <= float2(1.0, 1.0));
}

// Position of a display pixel's centre on the grid of rendered samples, whose centres the jitter has moved.
float2 SamplePosition(int2 displayPixel)
{
    return DisplayUv(displayPixel) * g_RenderSize.xy - g_Jitter.xy;
}

// Rendered pixel whose sample lies nearest.
int2 NearestSample(int2 displayPixel)
{
    return ClampToRender((int2)floor(SamplePosition(displayPixel)));
}

// Display pixels a rendered pixel covers, along one axis.
float UpscaleRatio()
{
    return g_DisplaySize.x * g_RenderSize.z;
}

bool HistoryIsLost()
{
    return g_MotionScale.w > 0.5;
}

// Four values of [0, 1] in a word: the one storage format that every API reads and writes has 32 bits.
uint PackUnorm8(float4 v)
{
    uint4 q = (uint4)(saturate(v) * 255.0 + 0.5);
    return q.x | (q.y << 8u) | (q.z << 16u) | (q.w << 24u);
}

float4 UnpackUnorm8(uint word)
{
    uint4 q = uint4(word, word >> 8u, word >> 16u, word >> 24u) & 255u;
    return (float4)q / 255.0;
}

uint PackHalf2(float2 v)
{
    return f32tof16(v.x) | (f32tof16(v.y) << 16u);
}

float2 UnpackHalf2(uint word)
{
    return float2(f16tof32(word & 0xffffu), f16tof32(word >> 16u));
}

#endif
