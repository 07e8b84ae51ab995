// The accumulated frame: read between its pixels, and held against what this frame's neighbourhood allows.
#ifndef UPSCALE_HISTORY_FXH
#define UPSCALE_HISTORY_FXH

#include "upscale_constants.fxh"
#include "upscale_kernels.fxh"
#include "upscale_ycocg.fxh"

// rgb: prepared colour, a: frames accumulated over the most there can be.
Texture2D<float4> g_History : register(t5);
// Packed by PackLockState.
Texture2D<uint> g_LockHistory : register(t6);
// Packed by PackUnorm8: lumas of the last four frames, the newest first.
Texture2D<uint> g_LumaHistory : register(t7);
SamplerState g_LinearClamp : register(s0);

float4 LoadHistory(int2 pixel)
{
    return g_History.Load(int3(ClampToDisplay(pixel), 0));
}

// Catmull-Rom by nine bilinear taps: the two middle samples of each axis are fetched as one (Jimenez, "Filmic SMAA",
// 2016, where the corners are left out; they are kept here, for they carry the energy of diagonal edges).
float4 SampleHistoryCatmullRom(float2 uv)
{
    float2 position = uv * g_DisplaySize.xy - 0.5;
    float2 base = floor(position);
    float2 f = position - base;
    float4 wx = CatmullRomWeights(f.x);
    float4 wy = CatmullRomWeights(f.y);
    float2 middle = float2(wx.y + wx.z, wy.y + wy.z);
    float2 within = float2(wx.z, wy.z) / middle;
    float2 first = (base - 0.5) * g_DisplaySize.zw;
    float2 centre = (base + 0.5 + within) * g_DisplaySize.zw;
    float2 last = (base + 2.5) * g_DisplaySize.zw;
    float4 sum = g_History.SampleLevel(g_LinearClamp, float2(first.x, first.y), 0.0) * (wx.x * wy.x);
    sum += g_History.SampleLevel(g_LinearClamp, float2(centre.x, first.y), 0.0) * (middle.x * wy.x);
    sum += g_History.SampleLevel(g_LinearClamp, float2(last.x, first.y), 0.0) * (wx.w * wy.x);
    sum += g_History.SampleLevel(g_LinearClamp, float2(first.x, centre.y), 0.0) * (wx.x * middle.y);
    sum += g_History.SampleLevel(g_LinearClamp, float2(centre.x, centre.y), 0.0) * (middle.x * middle.y);
    sum += g_History.SampleLevel(g_LinearClamp, float2(last.x, centre.y), 0.0) * (wx.w * middle.y);
    sum += g_History.SampleLevel(g_LinearClamp, float2(first.x, last.y), 0.0) * (wx.x * wy.w);
    sum += g_History.SampleLevel(g_LinearClamp, float2(centre.x, last.y), 0.0) * (middle.x * wy.w);
    sum += g_History.SampleLevel(g_LinearClamp, float2(last.x, last.y), 0.0) * (wx.w * wy.w);
    return sum;
}

// One row of Lanczos, with the range of its two middle samples for the anti-ringing.
float4 HistoryRow(int2 first, float4 weights, inout float4 lower, inout float4 upper, bool inner)
{
    float4 a = LoadHistory(first);
    float4 b = LoadHistory(first + int2(1, 0));
    float4 c = LoadHistory(first + int2(2, 0));
    float4 d = LoadHistory(first + int2(3, 0));
    if (inner)
    {
        lower = min(lower, min(b, c));
        upper = max(upper, max(b, c));
    }
    return a * weights.x + b * weights.y + c * weights.z + d * weights.w;
}

// Lanczos with two lobes over 16 samples. Its overshoot is pulled back into the range of the inner four, by as much as
// the host asks for.
float4 SampleHistoryLanczos(float2 uv)
{
    float2 position = uv * g_DisplaySize.xy - 0.5;
    float2 base = floor(position);
    float2 f = position - base;
    int2 first = (int2)base - 1;
    float4 wx = Lanczos2Weights(f.x);
    float4 wy = Lanczos2Weights(f.y);
    wx /= dot(wx, float4(1.0, 1.0, 1.0, 1.0));
    wy /= dot(wy, float4(1.0, 1.0, 1.0, 1.0));
    float4 lower = float4(1e4, 1e4, 1e4, 1e4);
    float4 upper = -lower;
    float4 sum = HistoryRow(first, wx, lower, upper, false) * wy.x;
    sum += HistoryRow(first + int2(0, 1), wx, lower, upper, true) * wy.y;
    sum += HistoryRow(first + int2(0, 2), wx, lower, upper, true) * wy.z;
    sum += HistoryRow(first + int2(0, 3), wx, lower, upper, false) * wy.w;
    return lerp(sum, clamp(sum, lower, upper), g_Filter.w);
}

// Three lobes over 36 samples, for large ratios: two lobes of the display's grid are narrower than a rendered pixel and
// pass the grid of the samples on.
float4 SampleHistoryWide(float2 uv)
{
    float2 position = uv * g_DisplaySize.xy - 0.5;
    float2 base = floor(position);
    float2 f = position - base;
    float3 beforeX;
    float3 afterX;
    float3 beforeY;
    float3 afterY;
    Lanczos3Weights(f.x, beforeX, afterX);
    Lanczos3Weights(f.y, beforeY, afterY);
    float wy[6] = { beforeY.x, beforeY.y, beforeY.z, afterY.x, afterY.y, afterY.z };
    float4 sum = float4(0.0, 0.0, 0.0, 0.0);
    float4 lower = float4(1e4, 1e4, 1e4, 1e4);
    float4 upper = -lower;
    float total = 0.0;
    [unroll] for (int y = 0; y < 6; ++y)
    {
        int2 first = (int2)base + int2(-2, y - 2);
        float4 c = LoadHistory(first + int2(2, 0));
        float4 d = LoadHistory(first + int2(3, 0));
        float4 row = LoadHistory(first) * beforeX.x + LoadHistory(first + int2(1, 0)) * beforeX.y + c * beforeX.z;
        row += d * afterX.x + LoadHistory(first + int2(4, 0)) * afterX.y + LoadHistory(first + int2(5, 0)) * afterX.z;
        sum += row * wy[y];
        total += wy[y];
        if (y == 2 || y == 3)
        {
            lower = min(lower, min(c, d));
            upper = max(upper, max(c, d));
        }
    }
    float across = dot(beforeX + afterX, float3(1.0, 1.0, 1.0));
    sum /= total * across;
    return lerp(sum, clamp(sum, lower, upper), g_Filter.w);
}

// Four bilinear taps that make up a whole cubic without negative weights (Sigg and Hadwiger, "Fast Third-Order Texture
// Filtering", GPU Gems 2, 2005): for history that is noise anyway.
float4 SampleHistorySmooth(float2 uv)
{
    float2 position = uv * g_DisplaySize.xy - 0.5;
    float2 base = floor(position);
    float2 f = position - base;
    float4 wx = BSplineWeights(f.x);
    float4 wy = BSplineWeights(f.y);
    float2 low = float2(wx.x + wx.y, wy.x + wy.y);
    float2 high = float2(wx.z + wx.w, wy.z + wy.w);
    float2 first = (base - 0.5 + float2(wx.y, wy.y) / low) * g_DisplaySize.zw;
    float2 second = (base + 1.5 + float2(wx.w, wy.w) / high) * g_DisplaySize.zw;
    float4 sum = g_History.SampleLevel(g_LinearClamp, first, 0.0) * (low.x * low.y);
    sum += g_History.SampleLevel(g_LinearClamp, float2(second.x, first.y), 0.0) * (high.x * low.y);
    sum += g_History.SampleLevel(g_LinearClamp, float2(first.x, second.y), 0.0) * (low.x * high.y);
    sum += g_History.SampleLevel(g_LinearClamp, second, 0.0) * (high.x * high.y);
    return sum;
}

// A compromise of blur and ringing for what moves fast and is lit anew: sixteen samples by Mitchell's cubic.
float4 SampleHistoryMitchell(float2 uv)
{
    float2 position = uv * g_DisplaySize.xy - 0.5;
    float2 base = floor(position);
    float2 f = position - base;
    int2 first = (int2)base - 1;
    float4 wx = MitchellWeights(f.x);
    float4 wy = MitchellWeights(f.y);
    float4 lower = float4(1e4, 1e4, 1e4, 1e4);
    float4 upper = -lower;
    float4 sum = HistoryRow(first, wx, lower, upper, false) * wy.x;
    sum += HistoryRow(first + int2(0, 1), wx, lower, upper, false) * wy.y;
    sum += HistoryRow(first + int2(0, 2), wx, lower, upper, false) * wy.z;
    sum += HistoryRow(first + int2(0, 3), wx, lower, upper, false) * wy.w;
    return sum;
}

// Sharp while it moves (repeated bilinear reads blur), cheap while it stands (the read hits pixel centres), soft where
// little of it will be used.
float4 SampleHistory(float2 uv, float motionPixels, float reactive)
{
    if (motionPixels < 1.0 / 16.0)
    {
        return g_History.SampleLevel(g_LinearClamp, uv, 0.0);
    }
    if (reactive > 0.75)
    {
        return SampleHistorySmooth(uv);
    }
    if (reactive > 0.25)
    {
        return SampleHistoryMitchell(uv);
    }
    if (motionPixels > 24.0)
    {
        return SampleHistoryCatmullRom(uv);
    }
    return UpscaleRatio() > 2.0 ? SampleHistoryWide(uv) : SampleHistoryLanczos(uv);
}

float4 SampleLumaHistory(float2 uv)
{
    int2 pixel = ClampToDisplay((int2)(uv * g_DisplaySize.xy));
    return UnpackUnorm8(g_LumaHistory.Load(int3(pixel, 0)));
}

// What is known of the colours around a pixel.
struct Neighbourhood
{
    float3 lower;
    float3 upper;
    float3 mean;
    float3 deviation;
};

struct Moments
{
    float3 lower;
    float3 upper;
    float3 sum;
    float3 squares;
    float weight;
};

Moments NoMoments()
{
    Moments moments;
    moments.lower = float3(1e4, 1e4, 1e4);
    moments.upper = -moments.lower;
    moments.sum = float3(0.0, 0.0, 0.0);
    moments.squares = float3(0.0, 0.0, 0.0);
    moments.weight = 0.0;
    return moments;
}

void AddToMoments(inout Moments moments, float3 color, float weight)
{
    moments.lower = min(moments.lower, color);
    moments.upper = max(moments.upper, color);
    moments.sum += color * weight;
    moments.squares += color * color * weight;
    moments.weight += weight;
}

// Box of mean and deviation (Salvi, "An Excursion in Temporal Supersampling", GDC 2016), inside the box of all samples.
Neighbourhood NeighbourhoodOf(Moments moments, float deviations)
{
    Neighbourhood around;
    float scale = 1.0 / max(moments.weight, kTiny);
    around.mean = moments.sum * scale;
    around.deviation = sqrt(max(moments.squares * scale - around.mean * around.mean, 0.0));
    around.lower = max(moments.lower, around.mean - around.deviation * deviations);
    around.upper = min(moments.upper, around.mean + around.deviation * deviations);
    return around;
}

// Wider where little is certain to have changed: the history then keeps detail that this frame's samples missed.
Neighbourhood WidenNeighbourhood(Neighbourhood around, Moments moments, float trust)
{
    Neighbourhood wide = around;
    wide.lower = lerp(around.lower, moments.lower, trust);
    wide.upper = lerp(around.upper, moments.upper, trust);
    return wide;
}

// Moves a colour along the line to the box's centre until it is inside (Karis, "High Quality Temporal Supersampling",
// 2014). Unlike a clamp by channel this keeps the hue.
float3 ClipToNeighbourhood(float3 color, Neighbourhood around)
{
    float3 centre = 0.5 * (around.upper + around.lower);
    float3 extent = max(0.5 * (around.upper - around.lower), kTiny);
    float3 offset = color - centre;
    float3 unit = abs(offset / extent);
    float largest = MaxComponent(unit);
    return largest > 1.0 ? centre + offset / largest : color;
}

// Ellipsoid with the deviations as axes: tighter than the box at its corners, where wrong colours hide.
float3 ClipToEllipsoid(float3 color, Neighbourhood around, float deviations)
{
    float3 axis = max(around.deviation * deviations, kTiny);
    float3 offset = color - around.mean;
    float3 unit = offset / axis;
    float distance = dot(unit, unit);
    return distance > 1.0 ? around.mean + offset * rsqrt(distance) : color;
}

// 1 where the history lies in the box, falling to 0 at a distance of its size.
float Agreement(float3 history, Neighbourhood around)
{
    float3 extent = max(around.upper - around.lower, 1.0 / 255.0);
    float3 outside = max(max(around.lower - history, history - around.upper), 0.0);
    return saturate(1.0 - MaxComponent(outside / extent));
}

#endif
