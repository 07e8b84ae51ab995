// User interface: rectangles with rounded corners, borders and gradients, pictures, and text from distance fields.
// All output is premultiplied, so one blend state serves opaque, translucent and glowing elements.

#include "color.fxh"

int g_Fill;           // Solid, Gradient, Picture, DistanceField
bool g_bRounded;      // corners by radius
bool g_bBorder;       // a line inside the edge
bool g_bShadow;       // a soft shadow of the shape, or an outline glow of text
bool g_bGrayscale;    // disabled elements
bool g_bLinearTarget; // the target takes linear light (sRGB format or HDR)

cbuffer Canvas : register(b0)
{
    // Pixels to clip space: scale and offset.
    float4 g_CanvasTransform;
    float4 g_ClipRect;
    float g_Opacity;
    // Screen pixels per texel of the distance range.
    float g_DistanceRange;
    float g_PaperWhite;
};

Texture2D<float4> g_Picture : register(t0);
Texture2D<float4> g_GlyphAtlas : register(t1);
SamplerState g_LinearWrap : register(s0);
SamplerState g_LinearClamp : register(s1);

struct UiInput
{
    float2 position : POSITION;
    float2 uv : TEXCOORD0;
    // Position from the rectangle's centre, and its half size, in pixels.
    float4 local : TEXCOORD1;
    // Corner radii: top left, top right, bottom right, bottom left.
    float4 radii : TEXCOORD2;
    float4 color : COLOR0;
    float4 secondColor : COLOR1;
    // x: border width, y: shadow radius, zw: gradient direction.
    float4 style : TEXCOORD3;
};

struct UiVertex
{
    float4 position : SV_Position;
    float2 uv : TEXCOORD0;
    float4 local : TEXCOORD1;
    nointerpolation float4 radii : TEXCOORD2;
    float4 color : COLOR0;
    float4 secondColor : COLOR1;
    nointerpolation float4 style : TEXCOORD3;
};

UiVertex UiVS(UiInput input)
{
    UiVertex output;
    output.position = float4(input.position * g_CanvasTransform.xy + g_CanvasTransform.zw, 0.0, 1.0);
    output.uv = input.uv;
    output.local = input.local;
    output.radii = input.radii;
    output.color = input.color;
    output.secondColor = input.secondColor;
    output.style = input.style;
    return output;
}

// Signed distance to a box whose corners have radii of their own; negative inside.
float RoundedBox(float2 p, float2 halfSize, float4 radii)
{
    float2 pair = p.x < 0.0 ? radii.xw : radii.yz;
    float radius = min(p.y < 0.0 ? pair.x : pair.y, min(halfSize.x, halfSize.y));
    float2 q = abs(p) - halfSize + radius;
    return min(max(q.x, q.y), 0.0) + length(max(q, 0.0)) - radius;
}

// The middle of three channels keeps glyph corners sharp (Chlumsky, "Shape Decomposition for Multi-channel
// Distance Fields", 2015).
float MedianDistance(float3 channels)
{
    return max(min(channels.r, channels.g), min(max(channels.r, channels.g), channels.b));
}

float4 Premultiply(float4 color)
{
    return float4(color.rgb * color.a, color.a);
}

float4 Over(float4 top, float4 bottom)
{
    return top + bottom * (1.0 - top.a);
}

float4 FillColor(UiVertex input)
{
    float4 color = input.color;
    switch (g_Fill)
    {
    case 1:
    {
        float t = dot(input.local.xy / max(input.local.zw, 1.0), input.style.zw) * 0.5 + 0.5;
        // Blended in linear light: the middle of red to green is otherwise brown.
        float3 from = SrgbToLinear(input.color.rgb);
        float3 to = SrgbToLinear(input.secondColor.rgb);
        color.rgb = LinearToSrgb(lerp(from, to, saturate(t)));
        color.a = lerp(input.color.a, input.secondColor.a, saturate(t));
        break;
    }
    case 2:
        color = g_Picture.Sample(g_LinearWrap, input.uv) * input.color;
        break;
    default:
        break;
    }
    return color;
}

float4 ShapeColor(UiVertex input)
{
    float4 fill = FillColor(input);
    float4 radii = g_bRounded ? input.radii : float4(0.0, 0.0, 0.0, 0.0);
    float edge = RoundedBox(input.local.xy, input.local.zw, radii);
    // One pixel of anti-aliasing, centred on the edge.
    float coverage = saturate(0.5 - edge);

    float4 color = Premultiply(fill);
    if (g_bBorder)
    {
        float inner = saturate(0.5 - (edge + input.style.x));
        color = lerp(Premultiply(input.secondColor), color, inner);
    }
    color *= coverage;
    if (g_bShadow)
    {
        float falloff = 1.0 - InverseLerp(0.0, max(input.style.y, 1.0), edge);
        float4 shadow = float4(0.0, 0.0, 0.0, 0.5 * falloff * falloff * input.color.a);
        color = Over(color, shadow);
    }
    return color;
}

float4 TextColor(UiVertex input)
{
    float3 texel = g_GlyphAtlas.Sample(g_LinearClamp, input.uv).rgb;
    float distance = (MedianDistance(texel) - 0.5) * g_DistanceRange;
    float4 color = Premultiply(input.color) * saturate(distance + 0.5);
    if (g_bBorder)
    {
        float outline = saturate(distance + 0.5 + input.style.x);
        color = Over(color, Premultiply(input.secondColor) * outline);
    }
    if (g_bShadow)
    {
        float glow = InverseLerp(-max(input.style.y, 1.0), 0.0, distance);
        color = Over(color, Premultiply(input.secondColor) * (glow * glow * 0.6));
    }
    return color;
}

float4 UiPS(UiVertex input) : SV_Target0
{
    float4 color = float4(0.0, 0.0, 0.0, 0.0);
    if (g_Fill == 3)
    {
        color = TextColor(input);
    }
    else
    {
        color = ShapeColor(input);
    }
    if (g_bGrayscale)
    {
        float grey = dot(color.rgb, float3(0.299, 0.587, 0.114));
        color.rgb = lerp(color.rgb, float3(grey, grey, grey), 0.85) * 0.7;
    }
    if (g_bLinearTarget)
    {
        // The curve is for straight colour: divide, convert, multiply again.
        float3 straight = color.rgb / max(color.a, kTiny);
        color.rgb = SrgbToLinear(straight) * (color.a * g_PaperWhite);
    }
    float2 pixel = input.position.xy;
    bool inside = all(pixel >= g_ClipRect.xy) && all(pixel < g_ClipRect.zw);
    return inside ? color * g_Opacity : float4(0.0, 0.0, 0.0, 0.0);
}
