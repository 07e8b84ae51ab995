#pragma once
#include "math_lib.bsl"

namespace color {

enum class Transfer : int { Linear, Srgb, Gamma };

float luminance(float3 c) { return dot(c, float3(0.2126f, 0.7152f, 0.0722f)); }

float encode(float x, Transfer transfer)
{
    switch (transfer) {
        case Transfer::Srgb:
            return x <= 0.0031308f ? x * 12.92f : 1.055f * pow(x, 1.0f / 2.4f) - 0.055f;
        case Transfer::Gamma:
            return pow(x, 1.0f / 2.2f);
        default:
            return x;
    }
}

float3 encode(float3 c, Transfer transfer = Transfer::Srgb)
{
    return float3(encode(c.x, transfer), encode(c.y, transfer), encode(c.z, transfer));
}

// Hue, saturation and value from 0 to 1.
float3 from_hsv(float3 hsv)
{
    float3 k = abs(fract(float3(hsv.x) + float3(1.0f, 2.0f / 3.0f, 1.0f / 3.0f)) * 6.0f - 3.0f);
    return hsv.z * mix(float3(1.0f), clamp(k - 1.0f, 0.0f, 1.0f), hsv.y);
}

void grade(float3 &c, float saturation, float contrast)
{
    float gray = luminance(c);
    c = mix(float3(gray), c, saturation);
    c = (c - 0.5f) * contrast + 0.5f;
}

}
