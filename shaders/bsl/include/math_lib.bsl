#pragma once
// Small functions that GLSL does not have.

namespace math {

static constexpr float epsilon = 1e-5f;

template<typename T> T square(T x) { return x * x; }
template float square<float>(float x);
template float2 square<float2>(float2 x);
template float3 square<float3>(float3 x);

float saturate(float x) { return clamp(x, 0.0f, 1.0f); }

float remap(float x, float from_low, float from_high, float to_low = 0.0f, float to_high = 1.0f)
{
    float t = (x - from_low) / max(from_high - from_low, epsilon);
    return mix(to_low, to_high, saturate(t));
}

float2 rotate(float2 v, float angle)
{
    float s = sin(angle);
    float c = cos(angle);
    return float2(v.x * c - v.y * s, v.x * s + v.y * c);
}

// x to the power of a constant.
template<int n> float power(float x)
{
    float result = 1.0f;
    for (int i = 0; i < n; i++) [[unroll]] {
        result *= x;
    }
    return result;
}
template float power<4>(float x);
template float power<5>(float x);

}
