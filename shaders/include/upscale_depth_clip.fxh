// Pass: masks of what the history cannot know, and colours ready to be averaged.
#ifndef UPSCALE_DEPTH_CLIP_FXH
#define UPSCALE_DEPTH_CLIP_FXH

#include "upscale_color.fxh"
#include "upscale_depth.fxh"
#include "upscale_dilated.fxh"
#include "upscale_locks.fxh"
#include "upscale_masks.fxh"
#include "upscale_motion.fxh"

Texture2D<float4> g_SceneColor : register(t0);
Texture2D<float> g_Reactive : register(t1);
Texture2D<float> g_Transparency : register(t10);
StructuredBuffer<uint> g_PreviousNearness : register(t11);
UPSCALE_STORE RWTexture2D<float4> g_PreparedOutput : register(u0);
RWTexture2D<uint> g_MaskOutput : register(u1);

float PreviousDepth(int2 pixel)
{
    int2 inside = ClampToRender(pixel);
    return DepthOfNearness(g_PreviousNearness[(uint)inside.y * (uint)g_RenderSize.x + (uint)inside.x]);
}

// Weighted over the four surfaces around the old place: one hidden corner is an edge, four are a hole.
float Disocclusion(float2 position, float linearDepth, float steepness)
{
    float2 base = floor(position - 0.5);
    float2 f = position - 0.5 - base;
    int2 corner = (int2)base;
    float hidden = 0.0;
    float weight = 0.0;
    [unroll] for (int i = 0; i < 4; ++i)
    {
        int2 offset = int2(i & 1, i >> 1);
        int2 pixel = corner + offset;
        float share = (offset.x == 1 ? f.x : 1.0 - f.x) * (offset.y == 1 ? f.y : 1.0 - f.y);
        float previous = PreviousDepth(pixel);
        // A hole that no surface was thrown to tells nothing.
        if (InsideRender(pixel) && !IsBackground(previous))
        {
            hidden += share * Separation(linearDepth, LinearDepth(previous), steepness);
            weight += share;
        }
    }
    return weight > kTiny ? saturate(hidden / weight) : 0.0;
}

// How much steeper than facing the viewer the surface may be before its depth differences count as a gap.
float AllowedSteepness(float linearDepth, float slope)
{
    float pixelWidth = 2.0 * linearDepth * g_Frustum.z * g_RenderSize.z;
    return clamp(1.5 + slope / max(pixelWidth, kTiny), 1.5, 12.0);
}

float LumaAt(int2 pixel)
{
    return DecisionLuma(PrepareColor(g_SceneColor.Load(int3(ClampToRender(pixel), 0)).rgb));
}

LumaBlock LumasAround(int2 pixel)
{
    LumaBlock block;
    block.top = float3(LumaAt(pixel + int2(-1, -1)), LumaAt(pixel + int2(0, -1)), LumaAt(pixel + int2(1, -1)));
    block.middle = float3(LumaAt(pixel + int2(-1, 0)), LumaAt(pixel), LumaAt(pixel + int2(1, 0)));
    block.bottom = float3(LumaAt(pixel + int2(-1, 1)), LumaAt(pixel + int2(0, 1)), LumaAt(pixel + int2(1, 1)));
    return block;
}

[numthreads(kTILE, kTILE, 1)]
void DepthClipCS(uint3 id : SV_DispatchThreadID)
{
    int2 pixel = (int2)id.xy;
    if (!InsideRender(pixel))
    {
        return;
    }
    float depth = LoadDilatedDepth(pixel);
    float2 motion = LoadDilatedMotion(pixel);
    float2 previousUv = RenderUv(pixel) + motion;
    float linearDepth = LinearDepth(depth);

    Masks masks;
    masks.disocclusion = 0.0;
    if (!InsideUv(previousUv) || HistoryIsLost())
    {
        masks.disocclusion = 1.0;
    }
    else if (!IsBackground(depth))
    {
        float steepness = AllowedSteepness(linearDepth, DepthSlope(g_DilatedDepth, pixel));
        masks.disocclusion = Disocclusion(previousUv * g_RenderSize.xy, linearDepth, steepness);
    }
    // The sky behind moving objects disagrees with them by nature; nothing is revealed that it could lack.
    float background = BackgroundShare(g_DilatedDepth, (float2)pixel + 0.5);
    masks.divergence = MotionDivergence(pixel) * (1.0 - background);
    float reactive = DilateMask(g_Reactive, pixel) * g_Reaction.x;
    float transparent = DilateMask(g_Transparency, pixel) * g_Reaction.y;
    masks.reactive = saturate(max(reactive, transparent));
    // While everything races by, no feature stays long enough to be worth a lock.
    float calm = 1.0 - InverseLerp(8.0, 32.0, LongestMotion(pixel));
    masks.thin = ThinFeature(LumasAround(pixel)) * calm * (1.0 - masks.reactive);

    float3 prepared = PrepareColor(g_SceneColor.Load(int3(pixel, 0)).rgb);
    g_PreparedOutput[pixel] = float4(prepared, 1.0);
    g_MaskOutput[pixel] = PackMasks(masks);
}

#endif
