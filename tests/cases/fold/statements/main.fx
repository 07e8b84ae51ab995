bool g_bA, g_bB;
int g_n;
cbuffer Frame : register(b0) { float4 g_tint; float g_time; };
cbuffer Unused : register(b1) { float4 g_unused; };
Texture2D g_map : register(t0);
SamplerState g_sampler : register(s0);
static const bool kEither = g_bA || g_bB;
static const int kLIMIT = 2;
enum Mode { Low, Middle, High = 5 };

struct Input { float4 position : SV_Position; float2 uv : TEXCOORD0; };

float4 OnlyA(float4 color) { return color * g_tint; }
float4 OnlyB(float2 uv) { return g_map.Sample(g_sampler, uv); }
void Effect(inout float4 color) { color = -color; }
bool Changes(inout float4 color) { color += 1; return true; }

float4 main(Input input) : SV_Target0
{
    float4 color = float4(0, 0, 0, 1);
    [branch] if (g_bA)
    {
        float4 scaled = OnlyA(color);
        color = scaled;
    }
    else if (g_bB)
        Effect(color);
    if (g_n >= kLIMIT && input.uv.x > 0.5)
        color.x = 1;
    for (int i = 0; i < g_n; ++i)
        if (input.uv.y > 0.5) if (g_bB) { if (input.uv.x > 0.1) color.y = 2; } else color.z = 3;
    if (g_bA && Changes(color))
        color.w = 0;
    [unroll] while (g_n > 3) color += 1;
    const bool both = g_bA && g_bB;
    color = both ? float4(1, 1, 1, 1) : float4(0, 0, 0, 0);
    float scale = g_bA ? g_time : 1.0;
    float3 kept = g_bA ? input.uv.xyy : color;
    switch (g_n)
    {
    case Low:
    case 3:
        color *= 3;
        break;
    case Middle: { float t = scale; color *= t; break; }
    default:
        color *= 5;
    }
    if (kEither)
        return color * scale + kept.x;
    return OnlyB(input.uv);
}
