// Automatic exposure: a luminance histogram of the scene in shared memory, then its average adapted over time.

#include "color.fxh"

#define kBINS 256
#define kTILE 16
#define kMIN_STOPS (-12.0)
#define kMAX_STOPS 12.0

int g_nSkip;           // reads every (1 << n)-th pixel in each direction
int g_Metering;        // Average, CentreWeighted, Spot
bool g_bAdaptation;    // follows slowly, as an eye does; otherwise at once
bool g_bCompensation;  // dark scenes stay dark

cbuffer Exposure : register(b0)
{
    uint2 g_SourceSize;
    float g_DeltaTime;
    float g_AdaptUp;
    float g_AdaptDown;
    // Shares of the pixels left out at both ends.
    float g_LowPercentile;
    float g_HighPercentile;
    float g_CompensationStops;
    float2 g_ExposureLimits;
    float g_SpotRadius;
};

Texture2D<float4> g_Scene : register(t0);
RWStructuredBuffer<uint> g_Histogram : register(u0);
// [0] exposure scale, [1] adapted log2 luminance, both of the last frame until written.
RWStructuredBuffer<float> g_Adapted : register(u1);

groupshared uint s_Bins[kBINS];
groupshared float s_Weights[kBINS];
groupshared float s_Sums[kBINS];

// Bin 0 is black: it has no place on a logarithmic scale and would pull the average down.
uint LuminanceBin(float luminance)
{
    float stops = log2(max(luminance, 1e-8));
    float t = InverseLerp(kMIN_STOPS, kMAX_STOPS, stops);
    return luminance < 1e-6 ? 0u : (uint)(t * (float)(kBINS - 2) + 1.0);
}

// The middle of a bin.
float BinStops(float bin)
{
    return lerp(kMIN_STOPS, kMAX_STOPS, (bin - 0.5) / (float)(kBINS - 2));
}

// Integer weight of a pixel, since shared atomics add integers.
uint MeteringWeight(float2 uv)
{
    float2 centred = (uv * 2.0 - 1.0) * float2((float)g_SourceSize.x / (float)g_SourceSize.y, 1.0);
    float d2 = dot(centred, centred);
    uint weight = 4u;
    switch (g_Metering)
    {
    case 1:
        weight = (uint)(1.0 + 15.0 * exp2(-2.0 * d2));
        break;
    case 2:
        weight = d2 < g_SpotRadius * g_SpotRadius ? 16u : 0u;
        break;
    default:
        break;
    }
    return weight;
}

[numthreads(kTILE, kTILE, 1)]
void HistogramCS(uint3 id : SV_DispatchThreadID, uint index : SV_GroupIndex)
{
    s_Bins[index] = 0u;
    GroupMemoryBarrierWithGroupSync();

    uint2 pixel = uint2(id.x << (uint)g_nSkip, id.y << (uint)g_nSkip);
    if (all(pixel < g_SourceSize))
    {
        float3 color = g_Scene.Load(int3((int2)pixel, 0)).rgb;
        uint weight = MeteringWeight(((float2)pixel + 0.5) / (float2)g_SourceSize);
        InterlockedAdd(s_Bins[LuminanceBin(Luminance(color))], weight);
    }
    GroupMemoryBarrierWithGroupSync();

    // Most bins of a tile are empty; global atomics are the scarce resource.
    uint count = s_Bins[index];
    if (count > 0u)
    {
        InterlockedAdd(g_Histogram[index], count);
    }
}

// Part of bin `count` that lies in the kept range, when `before` lies below it.
float KeptShare(float before, float count, float low, float high)
{
    return max(min(before + count, high) - max(before, low), 0.0);
}

float AdaptLuminance(float target, float previous)
{
    // Eyes adapt to light in seconds, to darkness in minutes.
    float speed = target > previous ? g_AdaptUp : g_AdaptDown;
    return previous + (target - previous) * (1.0 - exp(-g_DeltaTime * speed));
}

// One group, one thread a bin: inclusive prefix sum, clipped average, and the histogram cleared for the next frame.
[numthreads(kBINS, 1, 1)]
void AdaptCS(uint index : SV_GroupIndex)
{
    float count = index == 0u ? 0.0 : (float)g_Histogram[index];
    g_Histogram[index] = 0u;
    s_Sums[index] = count;
    GroupMemoryBarrierWithGroupSync();

    // Hillis and Steele's scan: log2(256) rounds.
    for (uint offset = 1u; offset < kBINS; offset <<= 1u)
    {
        float below = index >= offset ? s_Sums[index - offset] : 0.0;
        GroupMemoryBarrierWithGroupSync();
        s_Sums[index] += below;
        GroupMemoryBarrierWithGroupSync();
    }

    float total = s_Sums[kBINS - 1];
    float kept = KeptShare(s_Sums[index] - count, count, total * g_LowPercentile, total * g_HighPercentile);
    GroupMemoryBarrierWithGroupSync();
    s_Weights[index] = kept;
    s_Sums[index] = kept * BinStops((float)index);
    GroupMemoryBarrierWithGroupSync();

    for (uint width = kBINS / 2; width > 0u; width >>= 1u)
    {
        if (index < width)
        {
            s_Weights[index] += s_Weights[index + width];
            s_Sums[index] += s_Sums[index + width];
        }
        GroupMemoryBarrierWithGroupSync();
    }

    if (index == 0u)
    {
        float previous = g_Adapted[1];
        float average = s_Weights[0] > 0.0 ? s_Sums[0] / s_Weights[0] : previous;
        float adapted = g_bAdaptation ? AdaptLuminance(average, previous) : average;
        // A fixed part of the distance to middle grey is given back, so night does not look like noon.
        float middleGrey = log2(0.18);
        float keyStops = g_CompensationStops + (g_bCompensation ? 0.35 * min(adapted - middleGrey, 0.0) : 0.0);
        float scale = exp2(middleGrey - adapted + keyStops);
        g_Adapted[0] = clamp(scale, g_ExposureLimits.x, g_ExposureLimits.y);
        g_Adapted[1] = adapted;
    }
}
