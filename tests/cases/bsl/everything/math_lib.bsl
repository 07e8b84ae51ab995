#pragma once
#define HALF 0.5f

namespace math {
static constexpr float pi_2 = M_PI * HALF;

inline float half_of(float x) { return x * HALF; }

template<typename T> T lerp(T a, T b, float t) { return a + (b - a) * t; }
template float lerp<float>(float a, float b, float t);
template float3 lerp<float3>(float3 a, float3 b, float t);
}
