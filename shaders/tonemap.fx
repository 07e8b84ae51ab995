// From scene light to display code values: exposure, bloom, grading, tone curve, vignette, transfer function, dither.

#ifndef HDR_OUTPUT
#define HDR_OUTPUT 0
#endif

#include "color.fxh"
#include "fullscreen.fxh"
#include "random.fxh"

#define kLUT_SIZE 32

int g_ToneMapper;       // curve, see the sidecar
bool g_bAutoExposure;   // exposure from the histogram pass instead of a constant
bool g_bBloomComposite; // adds the bloom chain's result
bool g_bGrading;        // look-up table of the art department
bool g_bHdr;            // PQ code values for a display with high dynamic range
bool g_bDither;         // breaks up bands of 8-bit targets

cbuffer ToneMap : register(b0)
{
    float g_ManualExposure;
    float g_WhitePoint;
    float g_Contrast;
    float g_BloomIntensity;
    // cd/m^2 of diffuse white and of the display's peak.
    float g_PaperWhite;
    float g_PeakLuminance;
    float g_VignetteStrength;
    float g_Saturation;
    float3 g_Lift;
    float g_FrameSeed;
    float3 g_Gain;
    float g_GradingAmount;
};

Texture2D<float4> g_SceneColor : register(t0);
Texture2D<float4> g_BloomColor : register(t1);
// One texel: the exposure scale of this frame.
Texture2D<float4> g_ExposureValue : register(t2);
Texture3D<float4> g_GradingLut : register(t3);
SamplerState g_LinearClamp : register(s0);

float Exposure()
{
    return g_bAutoExposure ? g_ExposureValue.Load(int3(0, 0, 0)).r : g_ManualExposure;
}

// Lift and gain before the curve: they work in stops there, and cannot clip.
float3 GradeScene(float3 color)
{
    float luminance = Luminance(color);
    float3 graded = lerp(float3(luminance, luminance, luminance), color, g_Saturation);
    return max(graded * g_Gain + g_Lift * (1.0 - saturate(luminance)), 0.0);
}

float3 ToneCurve(float3 color)
{
    float3 result = saturate(color);
    switch (g_ToneMapper)
    {
    case 1:
        result = ToneMapReinhard(color, g_WhitePoint);
        break;
    case 2:
        result = ToneMapFilmic(color, g_WhitePoint);
        break;
    case 3:
        result = ToneMapAces(color);
        break;
    case 4:
        result = ToneMapLogistic(color, g_Contrast);
        break;
    default:
        break;
    }
    return saturate(result);
}

// The table is indexed by display values: its cells then lie where the eye tells colours apart.
float3 ApplyLut(float3 color)
{
    const float scale = (float)(kLUT_SIZE - 1) / (float)kLUT_SIZE;
    const float offset = 0.5 / (float)kLUT_SIZE;
    float3 encoded = LinearToSrgb(color);
    float3 graded = g_GradingLut.SampleLevel(g_LinearClamp, encoded * scale + offset, 0.0).rgb;
    return lerp(color, SrgbToLinear(graded), g_GradingAmount);
}

float Vignette(float2 uv)
{
    float2 centred = uv * 2.0 - 1.0;
    // cos^4 law of a simple lens, with the angle set by the strength.
    float cosine2 = 1.0 / (1.0 + dot(centred, centred) * g_VignetteStrength);
    return cosine2 * cosine2;
}

#if HDR_OUTPUT
// Highlights above paper white roll off towards the peak instead of meeting it at a corner.
float3 EncodeOutput(float3 color)
{
    float3 nits = Rec709ToRec2020(color) * g_PaperWhite;
    float knee = 0.75 * g_PeakLuminance;
    float3 over = max(nits - knee, 0.0);
    float room = g_PeakLuminance - knee;
    float3 rolled = min(nits, knee) + room * (1.0 - exp(-over / max(room, 1.0)));
    return LinearToPq(rolled);
}
#else
float3 EncodeOutput(float3 color)
{
    return LinearToSrgb(color);
}
#endif

// Triangular noise of one code value: the error is then the same in every tone.
float3 Dither(float3 color, float2 pixel)
{
    float2 seed = pixel + g_FrameSeed * 61.0;
    float noise = Hash21(seed) + Hash21(seed + 17.0) - 1.0;
    return color + noise / 255.0;
}

float4 ToneMapPS(FullscreenVertex input) : SV_Target0
{
    float3 color = g_SceneColor.SampleLevel(g_LinearClamp, input.uv, 0.0).rgb;
    if (g_bBloomComposite)
    {
        float3 bloom = g_BloomColor.SampleLevel(g_LinearClamp, input.uv, 0.0).rgb;
        color = lerp(color, bloom, g_BloomIntensity);
    }
    color *= Exposure() * Vignette(input.uv);
    if (g_bGrading)
    {
        color = GradeScene(color);
    }
    // The display's own range takes the place of a curve when it is wide enough.
    float3 mapped = g_bHdr ? color : ToneCurve(color);
    if (g_bGrading && !g_bHdr)
    {
        mapped = ApplyLut(mapped);
    }
    float3 encoded = EncodeOutput(mapped);
    if (g_bDither)
    {
        encoded = Dither(encoded, input.position.xy);
    }
    // Luma in alpha: the anti-aliasing pass looks for edges there.
    return float4(encoded, dot(encoded, float3(0.299, 0.587, 0.114)));
}
