// Pass: this frame's samples and the history into a new history, one thread a display pixel.
#ifndef UPSCALE_ACCUMULATE_FXH
#define UPSCALE_ACCUMULATE_FXH

#include "upscale_consistency.fxh"
#include "upscale_debug.fxh"
#include "upscale_dilated.fxh"
#include "upscale_edges.fxh"
#include "upscale_exposure.fxh"
#include "upscale_history.fxh"
#include "upscale_locks.fxh"
#include "upscale_masks.fxh"
#include "upscale_motion.fxh"
#include "upscale_output.fxh"
#include "upscale_shading.fxh"
#include "upscale_spatial.fxh"

// The earlier passes have dilated small motion vectors and cleaned them of jitter. Of large ones they saw only every
// second or third; those are asked for at each display pixel.
#if !UPSCALE_LOW_RES_MOTION
#include "upscale_depth.fxh"
#include "upscale_jitter.fxh"
#endif

Texture2D<float4> g_Prepared : register(t0);
Texture2D<uint> g_Masks : register(t1);
Texture2D<float> g_Depth : register(t8);
UPSCALE_STORE RWTexture2D<float4> g_HistoryOutput : register(u0);
RWTexture2D<uint> g_LockOutput : register(u1);
RWTexture2D<uint> g_LumaOutput : register(u2);

#if UPSCALE_LOW_RES_MOTION

float2 AccumulatedMotion(int2 pixel)
{
    float2 position = SamplePosition(pixel);
    float2 nearest = LoadDilatedMotion((int2)floor(position));
    // Between samples that move alike the nearest is as good as any, and has no seams.
    float2 around = DilatedMotionAt(position);
    return MotionDifference(nearest, around) > 0.25 ? around : nearest;
}

#else

// Of the vectors around a display pixel the one on the nearest surface, so that edges are anti-aliased by the motion of
// the object they belong to.
float2 AccumulatedMotion(int2 pixel)
{
    int2 centre = (int2)(DisplayUv(pixel) * g_MotionSize.xy);
    int2 best = centre;
    float nearest = kFARTHEST_DEPTH;
    [unroll] for (int i = 0; i < 5; ++i)
    {
        // The centre and four corners, two pixels apart.
        int2 offset = i == 4 ? int2(0, 0) : int2((i & 1) * 2 - 1, (i >> 1) * 2 - 1);
        int2 candidate = ClampToMotion(centre + offset);
        float depth = g_Depth.Load(int3(RenderPixelOfMotion(candidate), 0));
        if (NearerThan(depth, nearest))
        {
            nearest = depth;
            best = candidate;
        }
    }
    float2 chosen = LimitMotion(LoadMotion(best));
    float2 own = MotionOfDisplayPixel(pixel);
    return SnapStill(CancelJitter(IsBackground(nearest) ? own : chosen));
}

#endif

// This frame's samples around a display pixel.
struct NewSamples
{
    float3 color;
    // Sum of the kernel: little where no sample lies near.
    float coverage;
    Moments moments;
    Neighbourhood around;
};

// Kernel wide enough to reach three samples of the rendered grid. It narrows to the display's pixel while the history
// holds (new samples then add detail) and widens where they are all there is.
float KernelSharpness(float trust)
{
    float narrow = min(UpscaleRatio(), 1.99);
    return lerp(1.0, narrow, saturate(trust));
}

NewSamples GatherSamples(int2 pixel, float trust)
{
    NewSamples samples;
    float2 position = SamplePosition(pixel);
    int2 centre = (int2)floor(position);
    float sharpness = KernelSharpness(trust);
    float3 sum = float3(0.0, 0.0, 0.0);
    float total = 0.0;
    samples.moments = NoMoments();
    [unroll] for (int y = -1; y <= 1; ++y)
    {
        [unroll] for (int x = -1; x <= 1; ++x)
        {
            int2 at = centre + int2(x, y);
            float3 color = g_Prepared.Load(int3(ClampToRender(at), 0)).rgb;
            float2 offset = ((float2)at + 0.5 - position) * sharpness;
            float distance = dot(offset, offset);
            float weight = Lanczos2Radial(distance);
            weight = InsideRender(at) ? weight : 0.0;
            sum += color * weight;
            total += weight;
            AddToMoments(samples.moments, color, GaussianWeight(distance / Square(sharpness)));
        }
    }
    samples.coverage = saturate(total);
    float3 average = samples.moments.sum / max(samples.moments.weight, kTiny);
    samples.color = total > 0.05 ? sum / total : average;
    // Negative lobes overshoot at edges; no new sample may leave the range of those it was made of.
    samples.color = lerp(samples.color, clamp(samples.color, samples.moments.lower, samples.moments.upper), g_Filter.w);
    samples.around = NeighbourhoodOf(samples.moments, g_Filter.z);
    return samples;
}

// Alternation from frame to frame that ends where it began is aliasing of thin detail, not a change: the history is right.
float LumaInstability(float4 lumas, float current)
{
    float step0 = current - lumas.x;
    float step1 = lumas.x - lumas.y;
    float step2 = lumas.y - lumas.z;
    float step3 = lumas.z - lumas.w;
    float turns = 0.0;
    turns += step0 * step1 < 0.0 ? 1.0 : 0.0;
    turns += step1 * step2 < 0.0 ? 1.0 : 0.0;
    turns += step2 * step3 < 0.0 ? 1.0 : 0.0;
    float swing = max(max(abs(step0), abs(step1)), max(abs(step2), abs(step3)));
    float back = min(abs(current - lumas.y), abs(current - lumas.w));
    float returns = 1.0 - saturate(back / max(swing, 1.0 / 255.0));
    return swing > 1.0 / 255.0 ? saturate(turns / 3.0) * returns : 0.0;
}

float4 PushLuma(float4 lumas, float current)
{
    return float4(current, lumas.xyz);
}

// Frames the history counts as, in [0, 1] of the most.
float TrustInHistory(float accumulated, Masks masks, float motionPixels, float agreement)
{
    float moving = 1.0 - g_Reaction.w * InverseLerp(1.0, 40.0, motionPixels);
    float trust = accumulated * (1.0 - masks.disocclusion) * (1.0 - masks.reactive);
    trust *= lerp(1.0, agreement, masks.divergence);
    return saturate(trust * moving);
}

// Clipped by what is around, spared by locks and by known instability.
float3 RectifyHistory(float3 history, NewSamples samples, float spared, float divergence, float motionPixels)
{
    Neighbourhood wide = WidenNeighbourhood(samples.around, samples.moments, 1.0 - InverseLerp(0.0, 4.0, motionPixels));
    float3 boxed = ClipToNeighbourhood(history, wide);
    float3 tight = ClipToEllipsoid(boxed, samples.around, g_Filter.z);
    float3 clipped = lerp(boxed, tight, saturate(divergence));
    return lerp(clipped, history, saturate(spared));
}

// Exponential average whose weight is 1/n for the n-th frame, so the first frames are a plain mean; weighted by
// brightness as well, so that a single bright sample does not flash.
float3 Blend(float3 history, float3 current, float share)
{
    float old = (1.0 - share) * StabilityWeight(history);
    float fresh = share * StabilityWeight(current);
    return (history * old + current * fresh) / max(old + fresh, kTiny);
}

// What the frames before hand to one pixel.
struct Past
{
    float3 color;
    float accumulated;
    float4 lumas;
    LockState lockState;
};

Past NoPast()
{
    Past past;
    past.color = float3(0.0, 0.0, 0.0);
    past.accumulated = 0.0;
    past.lumas = float4(0.0, 0.0, 0.0, 0.0);
    past.lockState = NoLock();
    return past;
}

Past ReadPast(float2 uv, float motionPixels, float reactive)
{
    Past past;
    float4 history = SampleHistory(uv, motionPixels, reactive);
    past.color = ReexposeColor(ClampPrepared(history.rgb));
    past.accumulated = saturate(history.a);
    past.lumas = SampleLumaHistory(uv);
    int2 pixel = ClampToDisplay((int2)(uv * g_DisplaySize.xy));
    past.lockState = UnpackLockState(g_LockHistory.Load(int3(pixel, 0)));
    return past;
}

[numthreads(kTILE, kTILE, 1)]
void AccumulateCS(uint3 id : SV_DispatchThreadID)
{
    int2 pixel = (int2)id.xy;
    if (!InsideDisplay(pixel))
    {
        return;
    }
    float2 motion = AccumulatedMotion(pixel);
    float motionPixels = MotionLength(motion);
    float2 previousUv = DisplayUv(pixel) + motion;
    Masks masks = MasksAt(g_Masks, SamplePosition(pixel));

    Past past = NoPast();
    float change = 0.0;
    float doubt = 0.0;
    if (InsideUv(previousUv) && !HistoryIsLost())
    {
        past = ReadPast(previousUv, motionPixels, masks.reactive);
        Patch now = PatchNow(g_Prepared, SamplePosition(pixel));
        Patch before = PatchBefore(previousUv);
        change = ShadingChange(now, before) * (1.0 - masks.disocclusion);
        past.color = RelightHistory(past.color, now, before, change);
        doubt = MotionDoubt(motion, previousUv, NearestSample(pixel));
    }

    NewSamples samples = GatherSamples(pixel, past.accumulated * (1.0 - masks.disocclusion));
    // With nothing gathered yet, the shape of edges is the best guess at what lies between the samples.
    float fallback = 1.0 - InverseLerp(0.0, 2.0, past.accumulated * max(g_FrameState.z, 1.0) * (1.0 - masks.disocclusion));
    if (fallback > 0.0)
    {
        float2 position = SamplePosition(pixel);
        float3 shaped = SpatialUpsample(g_Prepared, position);
        // A rendered pixel's staircase is as large as the ratio: half of it is smoothed, the kernel does the rest.
        float3 smooth = SmoothedSample(g_Prepared, (int2)floor(position));
        samples.color = lerp(samples.color, lerp(shaped, smooth, 0.5), fallback);
    }
    float agreement = Agreement(past.color, samples.around);
    float luma = PerceivedLuma(PreparedLuma(samples.around.mean));

    LockState lockState = AgeLock(past.lockState, luma, masks.disocclusion, masks.reactive);
    if (masks.thin > 0.5)
    {
        lockState = RenewLock(lockState, luma, masks.thin);
    }
    float lockStrength = LockStrength(lockState);

    float trust = TrustInHistory(past.accumulated, masks, motionPixels, agreement) * (1.0 - 0.5 * change);
    float instability = LumaInstability(past.lumas, luma) * trust;
    float spared = max(lockStrength, instability * (1.0 - lockState.shading));
    float uncertain = max(masks.divergence, doubt);
    float3 rectified = RectifyHistory(past.color, samples, spared * (1.0 - doubt), uncertain, motionPixels);

    // A history that had to be moved far counts for less from now on.
    float moved = saturate(PreparedDistance(past.color, rectified) * 4.0);
    trust *= 1.0 - 0.75 * moved * (1.0 - spared);

    float frames = trust * max(g_FrameState.z, 1.0);
    float share = samples.coverage / max(frames + samples.coverage, kTiny);
    float3 color = past.accumulated > 0.0 ? Blend(rectified, samples.color, share) : samples.color;
    color = ClampPrepared(color);
    float accumulated = saturate((frames + samples.coverage) / max(g_FrameState.z, 1.0));
    lockState.trust = lerp(lockState.trust, accumulated, 0.5);

    g_HistoryOutput[pixel] = float4(color, accumulated);
    g_LockOutput[pixel] = PackLockState(lockState);
    g_LumaOutput[pixel] = PackUnorm8(PushLuma(past.lumas, luma));
    WriteOutput(pixel, color, accumulated, masks.reactive, lockStrength);

    Decisions decisions;
    decisions.motion = motion;
    decisions.masks = masks;
    decisions.lockState = lockState;
    decisions.accumulated = accumulated;
    decisions.share = share;
    decisions.change = change;
    WriteDebug(pixel, decisions);
}

#endif
