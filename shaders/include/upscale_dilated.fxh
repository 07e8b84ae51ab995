// What the reconstruction pass leaves for the later ones: for each rendered pixel depth and motion of the nearest surface
// in its 3x3 block, so that edges take the motion of what is in front.
#ifndef UPSCALE_DILATED_FXH
#define UPSCALE_DILATED_FXH

#include "upscale_constants.fxh"

Texture2D<float> g_DilatedDepth : register(t3);
// Two halves in a word, in texture coordinates.
Texture2D<uint> g_DilatedMotion : register(t4);

float LoadDilatedDepth(int2 pixel)
{
    return g_DilatedDepth.Load(int3(ClampToRender(pixel), 0));
}

float2 LoadDilatedMotion(int2 pixel)
{
    return UnpackHalf2(g_DilatedMotion.Load(int3(ClampToRender(pixel), 0)));
}

// The longest of the four around a position: at an edge the moving side is the one in front of the other's history.
float2 DilatedMotionAt(float2 position)
{
    int2 corner = (int2)floor(position - 0.5);
    float2 longest = LoadDilatedMotion(corner);
    [unroll] for (int i = 1; i < 4; ++i)
    {
        float2 motion = LoadDilatedMotion(corner + int2(i & 1, i >> 1));
        longest = dot(motion, motion) > dot(longest, longest) ? motion : longest;
    }
    return longest;
}

#endif
