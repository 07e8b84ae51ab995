#pragma once
#include "math_lib.bsl"

namespace sdf {

struct Hit {
    float distance;
    int material;

    Hit nearer(Hit other) const
    {
        if (other.distance < distance) {
            return other;
        }
        return *this;
    }
};

float circle(float2 p, float radius) { return length(p) - radius; }

float box(float2 p, float2 half_size)
{
    float2 d = abs(p) - half_size;
    return length(max(d, float2(0.0f))) + min(max(d.x, d.y), 0.0f);
}

float smooth_union(float a, float b, float k)
{
    float h = math::saturate(0.5f + 0.5f * (b - a) / k);
    return mix(b, a, h) - k * h * (1.0f - h);
}

}
