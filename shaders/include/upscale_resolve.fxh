// Pass: the history sharpened and turned back into what the game goes on with.
#ifndef UPSCALE_RESOLVE_FXH
#define UPSCALE_RESOLVE_FXH

#include "upscale_color.fxh"
#include "upscale_sharpen.fxh"

Texture2D<float4> g_Accumulated : register(t0);
Texture2D<float> g_SharpenMask : register(t1);
UPSCALE_STORE RWTexture2D<float4> g_Output : register(u0);

// Border of one pixel around the tile.
#define kPADDED (kTILE + 2)

groupshared float4 s_Colors[kPADDED * kPADDED];

float3 LoadForSharpening(int2 pixel)
{
    float4 history = g_Accumulated.Load(int3(ClampToDisplay(pixel), 0));
    return saturate(YCoCgToRgb(ClampPrepared(history.rgb)));
}

float3 SharedColor(int2 local)
{
    return s_Colors[local.y * kPADDED + local.x].rgb;
}

[numthreads(kTILE, kTILE, 1)]
void SharpenCS(uint3 id : SV_DispatchThreadID, uint3 group : SV_GroupID, uint3 thread : SV_GroupThreadID,
               uint index : SV_GroupIndex)
{
    int2 corner = (int2)(group.xy * kTILE) - 1;
    for (uint slot = index; slot < kPADDED * kPADDED; slot += kTILE * kTILE)
    {
        int2 offset = int2((int)(slot % kPADDED), (int)(slot / kPADDED));
        s_Colors[slot] = float4(LoadForSharpening(corner + offset), 1.0);
    }
    GroupMemoryBarrierWithGroupSync();

    int2 pixel = (int2)id.xy;
    if (InsideDisplay(pixel))
    {
        int2 local = (int2)thread.xy + 1;
        Cross taps;
        taps.centre = SharedColor(local);
        taps.north = SharedColor(local - int2(0, 1));
        taps.south = SharedColor(local + int2(0, 1));
        taps.west = SharedColor(local - int2(1, 0));
        taps.east = SharedColor(local + int2(1, 0));
        float allowance = g_SharpenMask.Load(int3(pixel, 0));
        float3 color = LimitOutput(ResolveColor(RgbToYCoCg(SharpenCross(taps, allowance))));
        g_Output[pixel] = float4(DitherOutput(color, pixel), 1.0);
    }
}

#endif
