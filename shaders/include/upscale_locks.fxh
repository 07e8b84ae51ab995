// Locks: pixels of features thinner than a rendered pixel. Most frames' samples miss them, so clipping would erase them;
// a lock lets their history live for some frames after each time one is seen.
#ifndef UPSCALE_LOCKS_FXH
#define UPSCALE_LOCKS_FXH

#include "upscale_constants.fxh"
#include "upscale_ycocg.fxh"

struct LockState
{
    // Share of the longest life that is left.
    float life;
    // Perceived luma when it was last seen.
    float luma;
    // How sure the accumulation is of the pixel.
    float trust;
    // Changes of shading lately.
    float shading;
};

LockState NoLock()
{
    LockState state;
    state.life = 0.0;
    state.luma = 0.0;
    state.trust = 0.0;
    state.shading = 0.0;
    return state;
}

uint PackLockState(LockState state)
{
    return PackUnorm8(float4(state.life, state.luma, state.trust, state.shading));
}

LockState UnpackLockState(uint word)
{
    float4 v = UnpackUnorm8(word);
    LockState state;
    state.life = v.x;
    state.luma = v.y;
    state.trust = v.z;
    state.shading = v.w;
    return state;
}

// Lumas of a 3x3 block, row by row; 4 is the middle.
struct LumaBlock
{
    float3 top;
    float3 middle;
    float3 bottom;
};

bool SimilarLuma(float luma, float centre)
{
    return LumaContrast(luma, centre) < 0.1;
}

// A pixel is part of a thin feature if no 2x2 block that holds it is of one brightness, and it is brighter or darker
// than all that differ from it.
float ThinFeature(LumaBlock block)
{
    float centre = block.middle.y;
    bool nw = SimilarLuma(block.top.x, centre);
    bool n = SimilarLuma(block.top.y, centre);
    bool ne = SimilarLuma(block.top.z, centre);
    bool w = SimilarLuma(block.middle.x, centre);
    bool e = SimilarLuma(block.middle.z, centre);
    bool sw = SimilarLuma(block.bottom.x, centre);
    bool s = SimilarLuma(block.bottom.y, centre);
    bool se = SimilarLuma(block.bottom.z, centre);
    bool solid = (nw && n && w) || (n && ne && e) || (w && sw && s) || (e && s && se);
    float lowest = 1e4;
    float highest = -1e4;
    lowest = min(lowest, nw ? 1e4 : block.top.x);
    highest = max(highest, nw ? -1e4 : block.top.x);
    lowest = min(lowest, n ? 1e4 : block.top.y);
    highest = max(highest, n ? -1e4 : block.top.y);
    lowest = min(lowest, ne ? 1e4 : block.top.z);
    highest = max(highest, ne ? -1e4 : block.top.z);
    lowest = min(lowest, w ? 1e4 : block.middle.x);
    highest = max(highest, w ? -1e4 : block.middle.x);
    lowest = min(lowest, e ? 1e4 : block.middle.z);
    highest = max(highest, e ? -1e4 : block.middle.z);
    lowest = min(lowest, sw ? 1e4 : block.bottom.x);
    highest = max(highest, sw ? -1e4 : block.bottom.x);
    lowest = min(lowest, s ? 1e4 : block.bottom.y);
    highest = max(highest, s ? -1e4 : block.bottom.y);
    lowest = min(lowest, se ? 1e4 : block.bottom.z);
    highest = max(highest, se ? -1e4 : block.bottom.z);
    bool ridge = centre > highest || centre < lowest;
    return ridge && !solid ? 1.0 : 0.0;
}

// The oldest lock fades by the frames it was not seen; a change of what it saw ends it at once.
LockState AgeLock(LockState state, float luma, float disocclusion, float reactive)
{
    LockState aged = state;
    float same = state.luma > 0.0 ? LumaRatio(luma, state.luma) : 1.0;
    float changed = InverseLerp(0.1, 0.6, 1.0 - same);
    aged.shading = saturate(lerp(state.shading, changed, 0.25));
    aged.life = max(state.life - 1.0 / max(g_FrameState.w, 1.0), 0.0);
    aged.life *= (1.0 - changed * g_Reaction.z) * (1.0 - disocclusion) * (1.0 - reactive);
    return aged;
}

LockState RenewLock(LockState state, float luma, float strength)
{
    LockState renewed = state;
    bool young = state.life < strength;
    renewed.life = max(state.life, strength);
    renewed.luma = young ? luma : lerp(state.luma, luma, 0.1);
    return renewed;
}

// How far the history is spared from clipping.
float LockStrength(LockState state)
{
    return saturate(state.life * 2.0) * (1.0 - state.shading) * state.trust;
}

#endif
