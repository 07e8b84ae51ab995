// Hashes, noise and low-discrepancy points.
#ifndef RANDOM_FXH
#define RANDOM_FXH

#include "math.fxh"

// PCG with output permutation (Jarzynski and Olano, "Hash Functions for GPU Rendering", 2020).
uint HashUint(uint v)
{
    uint state = v * 747796405u + 2891336453u;
    uint word = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
    return (word >> 22u) ^ word;
}

uint HashUint2(uint2 v)
{
    return HashUint(v.x ^ HashUint(v.y));
}

// The upper 24 bits, so that the result is exact and never reaches 1.
float UintToUnitFloat(uint v)
{
    return (float)(v >> 8u) * (1.0 / 16777216.0);
}

float Hash21(float2 p)
{
    return UintToUnitFloat(HashUint2(uint2(asuint(p.x), asuint(p.y))));
}

// Draws the next number of a per-thread stream.
float NextRandom(inout uint state)
{
    state = HashUint(state);
    return UintToUnitFloat(state);
}

float3 NextRandomDirection(inout uint state)
{
    float z = NextRandom(state) * 2.0 - 1.0;
    float phi = NextRandom(state) * kTwoPi;
    float r = sqrt(max(1.0 - z * z, 0.0));
    return float3(r * cos(phi), r * sin(phi), z);
}

// Interleaved gradient noise: neighbours in a 3x3 block differ as much as possible, which
// suits a later blur (Jimenez, "Next Generation Post Processing in Call of Duty", 2014).
float InterleavedGradientNoise(float2 pixel)
{
    return frac(52.9829189 * frac(dot(pixel, float2(0.06711056, 0.00583715))));
}

// Points of a disc at equal areas along the golden-angle spiral (Vogel, 1979).
float2 VogelDisc(uint index, uint count, float rotation)
{
    float r = sqrt(((float)index + 0.5) / (float)count);
    float theta = (float)index * 2.39996323 + rotation;
    return float2(cos(theta), sin(theta)) * r;
}

float ValueNoise(float2 p)
{
    float2 cell = floor(p);
    float2 f = p - cell;
    float2 u = f * f * (3.0 - 2.0 * f);
    float a = Hash21(cell);
    float b = Hash21(cell + float2(1.0, 0.0));
    float c = Hash21(cell + float2(0.0, 1.0));
    float d = Hash21(cell + float2(1.0, 1.0));
    return lerp(lerp(a, b, u.x), lerp(c, d, u.x), u.y);
}

// Octaves are rotated against each other so that the lattice does not show.
float FractalNoise(float2 p, int octaves)
{
    float sum = 0.0;
    float amplitude = 0.5;
    for (int i = 0; i < octaves; ++i)
    {
        sum += ValueNoise(p) * amplitude;
        p = float2(1.6 * p.x - 1.2 * p.y, 1.2 * p.x + 1.6 * p.y);
        amplitude *= 0.5;
    }
    return sum;
}

#endif
