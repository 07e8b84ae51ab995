// Constants and small numeric helpers that every other include may use.
#ifndef MATH_FXH
#define MATH_FXH

static const float kPi = 3.14159265359;
static const float kTwoPi = 6.28318530718;
static const float kHalfPi = 1.57079632679;
static const float kInvPi = 0.31830988618;
// Smallest denominator that survives a round trip through a 16-bit float.
static const float kTiny = 6.2e-5;

float Square(float x)
{
    return x * x;
}

float3 Square(float3 x)
{
    return x * x;
}

float Pow4(float x)
{
    float x2 = x * x;
    return x2 * x2;
}

float Pow5(float x)
{
    float x2 = x * x;
    return x2 * x2 * x;
}

float MaxComponent(float3 v)
{
    return max(v.x, max(v.y, v.z));
}

// A zero vector stays finite; it happens for real with averaged normals that cancel out.
float3 SafeNormalize(float3 v)
{
    return v * rsqrt(max(dot(v, v), 1e-12));
}

// Where x lies between lo and hi, clamped.
float InverseLerp(float lo, float hi, float x)
{
    return saturate((x - lo) / (hi - lo));
}

// Polynomial of degree 3 with a maximum error of 6.7e-5 rad on [0, 1], mirrored for negative x
// (Abramowitz and Stegun, Handbook of Mathematical Functions, 4.4.45).
float FastAcos(float x)
{
    float a = abs(x);
    float r = ((-0.0187293 * a + 0.0742610) * a - 0.2121144) * a + 1.5707288;
    r *= sqrt(max(1.0 - a, 0.0));
    return x < 0.0 ? kPi - r : r;
}

// Octahedral mapping of a unit vector to a square (Meyer et al., "On Floating-Point Normal Vectors", 2010).
float2 OctahedralEncode(float3 n)
{
    float2 p = n.xy / (abs(n.x) + abs(n.y) + abs(n.z));
    if (n.z < 0.0)
    {
        float2 s = float2(p.x < 0.0 ? -1.0 : 1.0, p.y < 0.0 ? -1.0 : 1.0);
        p = (1.0 - abs(p.yx)) * s;
    }
    return p * 0.5 + 0.5;
}

float3 OctahedralDecode(float2 packed)
{
    float2 p = packed * 2.0 - 1.0;
    float3 n = float3(p, 1.0 - abs(p.x) - abs(p.y));
    float fold = saturate(-n.z);
    n.x += n.x < 0.0 ? fold : -fold;
    n.y += n.y < 0.0 ? fold : -fold;
    return normalize(n);
}

float2 Rotate2D(float2 v, float angle)
{
    float s = sin(angle);
    float c = cos(angle);
    return float2(v.x * c - v.y * s, v.x * s + v.y * c);
}

#endif
