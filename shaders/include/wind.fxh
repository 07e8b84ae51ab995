// Wind on plants, driven by vertex colour: r edge flutter, g phase, b branch bend.
// The layering follows Sousa, "Vegetation Procedural Animation and Shading in Crysis" (GPU Gems 3, 2007).
#ifndef WIND_FXH
#define WIND_FXH

#include "math.fxh"

struct Wind
{
    float3 direction;
    float strength;
    float gustFrequency;
    float time;
};

// A triangle wave smoothed to look like a sine: cheaper than sin on four values, and its mean stays zero.
float4 SmoothTriangle(float4 x)
{
    float4 t = abs(frac(x + 0.5) * 2.0 - 1.0);
    return t * t * (3.0 - 2.0 * t) * 2.0 - 1.0;
}

float GustStrength(Wind wind, float3 root)
{
    float along = dot(root.xz, wind.direction.xz) * 0.05;
    float slow = sin(wind.time * wind.gustFrequency - along * kTwoPi);
    float fast = sin(wind.time * wind.gustFrequency * 2.7 - along * 11.0);
    return wind.strength * (0.65 + 0.25 * slow + 0.10 * fast);
}

// `height` is above the root: the bend grows with its square, as of a cantilever.
float3 BendTrunk(float3 offset, float height, Wind wind, float gust)
{
    float bend = gust * 0.01 * height * height;
    float3 bent = offset + wind.direction * bend;
    // Keeping the length stops tall trees from stretching.
    return SafeNormalize(bent) * length(offset);
}

float3 FoliageOffset(float3 world, float3 root, float3 normal, float3 weights, Wind wind)
{
    float gust = GustStrength(wind, root);
    float3 offset = BendTrunk(world - root, max(world.y - root.y, 0.0), wind, gust);

    // Each plant, and each branch on it, has its own phase.
    float plantPhase = dot(root, float3(1.0, 1.0, 1.0));
    float branchPhase = weights.g + plantPhase;
    float vertexPhase = dot(world, float3(branchPhase, branchPhase, branchPhase));
    float4 waves = SmoothTriangle(
        (float4(wind.time, wind.time, wind.time, wind.time) + float4(vertexPhase, branchPhase, plantPhase, 0.0))
        * float4(1.975, 0.793, 0.375, 0.193));
    float2 pairs = waves.xz + waves.yw;

    float3 flutter = normal * (pairs.x * weights.r * 0.03);
    float3 sway = float3(0.0, pairs.y * weights.b * 0.08, 0.0);
    return root + offset + (flutter + sway) * gust;
}

#endif
