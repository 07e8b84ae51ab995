#pragma once
#include "math_lib.bsl"

namespace noise {

// A sequence of pseudo-random numbers.
struct Random {
    uint state;

    static Random seeded(uint2 at) { return Random{at.x * 1973u + at.y * 9277u + 26699u}; }

    uint next_word()
    {
        state ^= state << 13u;
        state ^= state >> 17u;
        state ^= state << 5u;
        return state;
    }

    float next() { return float(next_word() >> 8u) * (1.0f / 16777216.0f); }
};

float hash(float2 p)
{
    float3 q = fract(float3(p.x, p.y, p.x) * 0.1031f);
    q += dot(q, q.yzx() + 33.33f);
    return fract((q.x + q.y) * q.z);
}

float value(float2 p)
{
    float2 cell = floor(p);
    float2 t = p - cell;
    t = t * t * (float2(3.0f) - 2.0f * t);
    float low = mix(hash(cell), hash(cell + float2(1.0f, 0.0f)), t.x);
    float high = mix(hash(cell + float2(0.0f, 1.0f)), hash(cell + float2(1.0f)), t.x);
    return mix(low, high, t.y);
}

template<int octaves> float fractal(float2 p)
{
    float sum = 0.0f;
    float amplitude = 0.5f;
    for (int i = 0; i < octaves; i++) [[unroll]] {
        sum += amplitude * value(p);
        p = p * 2.03f;
        amplitude *= 0.5f;
    }
    return sum;
}
template float fractal<2>(float2 p);
template float fractal<5>(float2 p);

}
