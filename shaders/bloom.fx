// Bloom as a chain of half-size targets: down with a wide filter, then up, adding each level to the next larger one.
// After Jimenez, "Next Generation Post Processing in Call of Duty: Advanced Warfare" (2014).

#include "bloom.fxh"
#include "fullscreen.fxh"

#define kMAX_TAP_RINGS 3

bool g_bFirstLevel; // the level that reads the scene: bright pass, and no fireflies
int g_nRings;       // rings of bilinear taps around the centre
bool g_bLensDirt;   // dirt texture at the last level up

cbuffer Bloom : register(b0)
{
    // Reciprocal size of the source.
    float2 g_SourceTexel;
    float2 g_Anamorphic;
    float g_Threshold;
    float g_Knee;
    float g_Radius;
    float g_LevelWeight;
    float3 g_Tint;
    float g_DirtIntensity;
};

Texture2D<float4> g_Source : register(t0);
Texture2D<float4> g_DirtMap : register(t1);
SamplerState g_LinearClamp : register(s0);

float3 Tap(float2 uv)
{
    return g_Source.SampleLevel(g_LinearClamp, uv, 0.0).rgb;
}

// A 2x2 box around uv; on the first level weighted against single bright pixels.
float4 Box(float2 uv)
{
    float3 a = Tap(uv + g_SourceTexel * float2(-1.0, -1.0));
    float3 b = Tap(uv + g_SourceTexel * float2(1.0, -1.0));
    float3 c = Tap(uv + g_SourceTexel * float2(-1.0, 1.0));
    float3 d = Tap(uv + g_SourceTexel * float2(1.0, 1.0));
    float4 weights = float4(1.0, 1.0, 1.0, 1.0);
    if (g_bFirstLevel)
    {
        weights = float4(KarisWeight(a), KarisWeight(b), KarisWeight(c), KarisWeight(d));
    }
    float total = dot(weights, float4(1.0, 1.0, 1.0, 1.0));
    return float4(a * weights.x + b * weights.y + c * weights.z + d * weights.w, total);
}

float4 BloomDownPS(FullscreenVertex input) : SV_Target0
{
    // The centre box counts for half; the four boxes around it share the other half.
    float4 sum = Box(input.uv) * 4.0;
    sum += Box(input.uv + g_SourceTexel * float2(-1.0, -1.0));
    sum += Box(input.uv + g_SourceTexel * float2(1.0, -1.0));
    sum += Box(input.uv + g_SourceTexel * float2(-1.0, 1.0));
    sum += Box(input.uv + g_SourceTexel * float2(1.0, 1.0));
    float3 color = sum.rgb / max(sum.a, kTiny);
    if (g_bFirstLevel)
    {
        color = BrightPass(color, g_Threshold, g_Knee);
    }
    // Infinities and NaN of the scene would spread over half the screen from here.
    return float4(clamp(color, 0.0, 65000.0), 1.0);
}

// One ring of taps, more of them the wider it is. `ring` 0 is the centre.
float4 Ring(float2 uv, int ring)
{
    float4 sum = float4(0.0, 0.0, 0.0, 0.0);
    int count = ring == 0 ? 1 : ring * 8;
    float2 radius = g_SourceTexel * g_Anamorphic * (g_Radius * (float)ring);
    float weight = exp2(-1.5 * (float)(ring * ring)) / (float)max(ring, 1);
    for (int i = 0; i < count; ++i)
    {
        float angle = kTwoPi * ((float)i + 0.5 * (float)(ring & 1)) / (float)count;
        sum += float4(Tap(uv + float2(cos(angle), sin(angle)) * radius), 1.0) * weight;
    }
    return sum;
}

float4 BloomUpPS(FullscreenVertex input) : SV_Target0
{
    float4 sum = Ring(input.uv, 0);
    for (int ring = 1; ring <= g_nRings; ++ring)
    {
        sum += Ring(input.uv, ring);
    }
    float3 color = sum.rgb / sum.a * g_Tint * g_LevelWeight;
    if (g_bLensDirt)
    {
        color *= 1.0 + g_DirtMap.SampleLevel(g_LinearClamp, input.uv, 0.0).rgb * g_DirtIntensity;
    }
    return float4(color, 1.0);
}
