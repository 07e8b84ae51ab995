// Anti-aliasing of the finished picture by following edges of luma, in the manner of
// Lottes, "FXAA" (2009), with the search length set by a quality branch.

#include "color.fxh"
#include "fullscreen.fxh"

int g_Quality;       // Low, Medium, High, Ultra: steps of the edge search
bool g_bSubpixel;    // also softens details thinner than a pixel
bool g_bLumaInAlpha; // the tone mapping pass left luma there
bool g_bSharpen;     // restores texture contrast that the blend took

cbuffer AntiAlias : register(b0)
{
    float2 g_Texel;
    // Contrast below which a pixel is no edge: absolute, and relative to the brightest neighbour.
    float g_EdgeMinimum;
    float g_EdgeRelative;
    float g_SubpixelAmount;
    float g_SharpenAmount;
};

Texture2D<float4> g_Picture : register(t0);
SamplerState g_LinearClamp : register(s0);

static const int kSearchSteps[4] = { 3, 6, 10, 14 };

float Luma(float4 texel)
{
    return g_bLumaInAlpha ? texel.a : dot(texel.rgb, float3(0.299, 0.587, 0.114));
}

float LumaAt(float2 uv)
{
    return Luma(g_Picture.SampleLevel(g_LinearClamp, uv, 0.0));
}

struct Neighbourhood
{
    float centre;
    float north;
    float south;
    float east;
    float west;
    float contrast;
    float brightest;
};

Neighbourhood ReadNeighbourhood(float2 uv, float centre)
{
    Neighbourhood n;
    n.centre = centre;
    n.north = LumaAt(uv + g_Texel * float2(0.0, -1.0));
    n.south = LumaAt(uv + g_Texel * float2(0.0, 1.0));
    n.east = LumaAt(uv + g_Texel * float2(1.0, 0.0));
    n.west = LumaAt(uv + g_Texel * float2(-1.0, 0.0));
    n.brightest = max(centre, max(max(n.north, n.south), max(n.east, n.west)));
    n.contrast = n.brightest - min(centre, min(min(n.north, n.south), min(n.east, n.west)));
    return n;
}

// How far the luma of the pixel stands off from its 3x3 surroundings.
float SubpixelOffset(float2 uv, Neighbourhood n, float corners)
{
    float average = (2.0 * (n.north + n.south + n.east + n.west) + corners) / 12.0;
    float t = saturate(abs(average - n.centre) / max(n.contrast, kTiny));
    float curve = t * t * (3.0 - 2.0 * t);
    return curve * curve * g_SubpixelAmount;
}

// Steps grow along the way: near ends decide where the edge lies, far ends only its slope.
float SearchStep(int i)
{
    return i < 3 ? 1.0 : (i < 8 ? 2.0 : 4.0);
}

// Walks along the edge until the luma leaves its average. Returns the distance in pixels, negated if the
// difference at the end is negative.
float2 SearchEdge(float2 start, float2 direction, float average, float threshold)
{
    float travelled = 0.0;
    float delta = 0.0;
    bool done = false;
    int steps = kSearchSteps[g_Quality];
    [loop]
    for (int i = 0; i < steps; ++i)
    {
        if (!done)
        {
            travelled += SearchStep(i);
            delta = LumaAt(start + direction * travelled) - average;
            done = abs(delta) >= threshold;
        }
    }
    return float2(travelled, delta);
}

float EdgeOffset(float2 uv, Neighbourhood n, bool horizontal)
{
    float2 along = horizontal ? float2(g_Texel.x, 0.0) : float2(0.0, g_Texel.y);
    float2 across = horizontal ? float2(0.0, g_Texel.y) : float2(g_Texel.x, 0.0);
    float before = horizontal ? n.north : n.west;
    float after = horizontal ? n.south : n.east;
    bool towardsAfter = abs(after - n.centre) >= abs(before - n.centre);
    float opposite = towardsAfter ? after : before;
    float side = towardsAfter ? 1.0 : -1.0;

    float average = 0.5 * (n.centre + opposite);
    float threshold = 0.25 * abs(opposite - n.centre);
    // Between the two rows one bilinear tap reads both.
    float2 start = uv + across * (0.5 * side);
    float2 forward = SearchEdge(start, along, average, threshold);
    float2 backward = SearchEdge(start, -along, average, threshold);

    float nearest = min(forward.x, backward.x);
    float span = forward.x + backward.x;
    float deltaAtEnd = forward.x < backward.x ? forward.y : backward.y;
    // Only the side of the edge that the end slopes towards moves; the other already has its colour.
    bool moves = (deltaAtEnd < 0.0) != (n.centre - average < 0.0);
    return moves ? side * (0.5 - nearest / span) : 0.0;
}

float3 SharpenPixel(float3 color, float2 uv, Neighbourhood n)
{
    float3 diagonal = g_Picture.SampleLevel(g_LinearClamp, uv + g_Texel * float2(0.5, -1.0), 0.0).rgb
        + g_Picture.SampleLevel(g_LinearClamp, uv + g_Texel * float2(-0.5, 1.0), 0.0).rgb;
    // Strong edges are left alone: they would ring.
    float amount = g_SharpenAmount * (1.0 - saturate(n.contrast * 4.0));
    return max(color + (color - 0.5 * diagonal) * amount, 0.0);
}

float4 AntiAliasPS(FullscreenVertex input) : SV_Target0
{
    float2 uv = input.uv;
    float4 picture = g_Picture.SampleLevel(g_LinearClamp, uv, 0.0);
    Neighbourhood n = ReadNeighbourhood(uv, Luma(picture));

    float3 color = picture.rgb;
    if (n.contrast >= max(g_EdgeMinimum, n.brightest * g_EdgeRelative))
    {
        float nw = LumaAt(uv + g_Texel * float2(-1.0, -1.0));
        float ne = LumaAt(uv + g_Texel * float2(1.0, -1.0));
        float sw = LumaAt(uv + g_Texel * float2(-1.0, 1.0));
        float se = LumaAt(uv + g_Texel * float2(1.0, 1.0));
        float horizontalEdge = abs(nw + sw - 2.0 * n.west) + 2.0 * abs(n.north + n.south - 2.0 * n.centre)
            + abs(ne + se - 2.0 * n.east);
        float verticalEdge = abs(nw + ne - 2.0 * n.north) + 2.0 * abs(n.west + n.east - 2.0 * n.centre)
            + abs(sw + se - 2.0 * n.south);
        bool horizontal = horizontalEdge >= verticalEdge;

        float offset = EdgeOffset(uv, n, horizontal);
        if (g_bSubpixel)
        {
            float subpixel = SubpixelOffset(uv, n, nw + ne + sw + se);
            float side = offset < 0.0 ? -1.0 : 1.0;
            offset = side * max(abs(offset), subpixel);
        }
        float2 shift = horizontal ? float2(0.0, offset) : float2(offset, 0.0);
        color = g_Picture.SampleLevel(g_LinearClamp, uv + shift * g_Texel, 0.0).rgb;
    }
    if (g_bSharpen)
    {
        color = SharpenPixel(color, uv, n);
    }
    return float4(color, 1.0);
}
