// Pictures of the accumulation's decisions, in a target of their own so that they never enter the history.
#ifndef UPSCALE_DEBUG_FXH
#define UPSCALE_DEBUG_FXH

#include "color.fxh"
#include "upscale_constants.fxh"
#include "upscale_locks.fxh"
#include "upscale_masks.fxh"

#define kDEBUG_OFF 0
#define kDEBUG_MOTION 1
#define kDEBUG_MASKS 2
#define kDEBUG_LOCKS 3
#define kDEBUG_AGE 4
#define kDEBUG_SHARE 5
#define kDEBUG_ALL 6

cbuffer UpscaleDebug : register(b1)
{
    // x: view, y: gain, zw: unused.
    float4 g_DebugView;
};

UPSCALE_STORE RWTexture2D<float4> g_DebugOutput : register(u4);

// What a pixel's thread came to.
struct Decisions
{
    float2 motion;
    Masks masks;
    LockState lockState;
    float accumulated;
    float share;
    float change;
};

// Hue is the direction, brightness the speed.
float3 ShowMotion(float2 motion)
{
    float2 pixels = motion * g_DisplaySize.xy;
    float speed = length(pixels);
    float angle = speed > kTiny ? atan2(pixels.y, pixels.x) / kTwoPi + 0.5 : 0.0;
    float3 hue = saturate(abs(frac(angle + float3(0.0, 2.0 / 3.0, 1.0 / 3.0)) * 6.0 - 3.0) - 1.0);
    return hue * saturate(speed * g_DebugView.y / 16.0);
}

float3 ShowMasks(Masks masks)
{
    return saturate(float3(masks.disocclusion, masks.reactive, masks.divergence) * g_DebugView.y);
}

// Green lives, red is about to die, blue has seen its shading change.
float3 ShowLocks(LockState state)
{
    float alive = state.life > 0.0 ? 1.0 : 0.0;
    return saturate(float3((1.0 - state.life) * alive, state.life, state.shading) * g_DebugView.y);
}

float3 ShowShare(float share, float change)
{
    return lerp(HeatRamp(share * g_DebugView.y), float3(1.0, 1.0, 1.0), change);
}

float3 ShowView(int view, Decisions decisions)
{
    float3 color = float3(0.0, 0.0, 0.0);
    switch (view)
    {
    case kDEBUG_MOTION:
        color = ShowMotion(decisions.motion);
        break;
    case kDEBUG_MASKS:
        color = ShowMasks(decisions.masks);
        break;
    case kDEBUG_LOCKS:
        color = ShowLocks(decisions.lockState);
        break;
    case kDEBUG_AGE:
        color = HeatRamp(1.0 - decisions.accumulated);
        break;
    case kDEBUG_SHARE:
        color = ShowShare(decisions.share, decisions.change);
        break;
    default:
        break;
    }
    return color;
}

// All five in strips, to see them react to the same scene.
int ViewOfStrip(int2 pixel)
{
    return 1 + min((int)((float)pixel.x * g_DisplaySize.z * 5.0), 4);
}

void WriteDebug(int2 pixel, Decisions decisions)
{
    int view = (int)g_DebugView.x;
    if (view != kDEBUG_OFF)
    {
        int shown = view >= kDEBUG_ALL ? ViewOfStrip(pixel) : view;
        g_DebugOutput[pixel] = float4(ShowView(shown, decisions), 1.0);
    }
}

#endif
