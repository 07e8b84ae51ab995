// Colour spaces, transfer functions and tone curves. Linear values are Rec. 709 primaries.
#ifndef COLOR_FXH
#define COLOR_FXH

#include "math.fxh"

float Luminance(float3 color)
{
    return dot(color, float3(0.2126, 0.7152, 0.0722));
}

float3 LinearToSrgb(float3 color)
{
    float3 c = saturate(color);
    float3 low = c * 12.92;
    float3 high = 1.055 * pow(max(c, 1e-5), 1.0 / 2.4) - 0.055;
    return float3(c.x <= 0.0031308 ? low.x : high.x,
                  c.y <= 0.0031308 ? low.y : high.y,
                  c.z <= 0.0031308 ? low.z : high.z);
}

float3 SrgbToLinear(float3 color)
{
    float3 c = saturate(color);
    float3 low = c / 12.92;
    float3 high = pow((c + 0.055) / 1.055, 2.4);
    return float3(c.x <= 0.04045 ? low.x : high.x,
                  c.y <= 0.04045 ? low.y : high.y,
                  c.z <= 0.04045 ? low.z : high.z);
}

// SMPTE ST 2084: absolute luminance in cd/m^2 to a code value.
float3 LinearToPq(float3 nits)
{
    const float m1 = 0.1593017578125;
    const float m2 = 78.84375;
    const float c1 = 0.8359375;
    const float c2 = 18.8515625;
    const float c3 = 18.6875;
    float3 y = pow(max(nits, 0.0) / 10000.0, m1);
    return pow((c1 + c2 * y) / (1.0 + c3 * y), m2);
}

float3 Rec709ToRec2020(float3 c)
{
    return float3(dot(c, float3(0.627404, 0.329283, 0.043313)),
                  dot(c, float3(0.069097, 0.919540, 0.011362)),
                  dot(c, float3(0.016391, 0.088013, 0.895595)));
}

// Weight that keeps single bright samples from dominating an average
// (Karis, "Tone mapping", graphicrants.blogspot.com, 2013).
float KarisWeight(float3 color)
{
    return 1.0 / (1.0 + Luminance(color));
}

// Extended Reinhard on luminance; `white` maps to 1 (Reinhard et al., "Photographic Tone Reproduction", 2002).
float3 ToneMapReinhard(float3 color, float white)
{
    float l = Luminance(color);
    float mapped = l * (1.0 + l / (white * white)) / (1.0 + l);
    return color * (mapped / max(l, kTiny));
}

// Filmic curve in the form of a ratio of quadratics (Hable, "Uncharted 2: HDR Lighting", GDC 2010).
float3 FilmicCurve(float3 x)
{
    const float shoulder = 0.15;
    const float linearStrength = 0.50;
    const float linearAngle = 0.10;
    const float toe = 0.20;
    const float toeNumerator = 0.02;
    const float toeDenominator = 0.30;
    float3 numerator = x * (shoulder * x + linearAngle * linearStrength) + toe * toeNumerator;
    float3 denominator = x * (shoulder * x + linearStrength) + toe * toeDenominator;
    return numerator / denominator - toeNumerator / toeDenominator;
}

float3 ToneMapFilmic(float3 color, float white)
{
    return FilmicCurve(color) / FilmicCurve(float3(white, white, white));
}

// Rational fit of one curve to the ACES reference and output transform (after Narkowicz, 2015).
float3 ToneMapAces(float3 color)
{
    float3 x = color * 0.6;
    return saturate((x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14));
}

// Logistic curve in log2 space: never clips a hue, so saturated lights fade to white late.
float3 ToneMapLogistic(float3 color, float contrast)
{
    const float middleGrey = 0.18;
    float3 stops = log2(max(color, 1e-6) / middleGrey);
    // The offset puts middle grey where the display expects it.
    float offset = log2((1.0 - middleGrey) / middleGrey);
    return 1.0 / (1.0 + exp2(offset - contrast * stops));
}

// The familiar blue, green, yellow, red ramp for counts and costs.
float3 HeatRamp(float t)
{
    float x = saturate(t) * 4.0;
    return saturate(float3(x - 2.0, x < 2.0 ? x : 4.0 - x, 2.0 - x));
}

#endif
