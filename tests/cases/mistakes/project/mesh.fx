#include "light.fxh"
#define SCALE(x) ((x) * 2.0)
#define LAYERS 4

bool g_bFog;
bool g_bLit;
int g_nLights;
int g_Quality;

cbuffer Frame : register(b0)
{
    float4x4 g_View;
    float4 g_Tint;
    float g_Time;
};
Texture2D g_Albedo : register(t0);
SamplerState g_Linear : register(s0);

struct Input
{
    float4 position : POSITION;
    float3 normal : NORMAL;
    float2 uv : TEXCOORD0;
};
struct Varyings
{
    float4 position : SV_Position;
    float3 normal : NORMAL;
    float2 uv : TEXCOORD0;
};

static const float3 kSun = float3(0.3, 0.9, 0.1);

float fade(float depth, float range)
{
    return saturate(depth / range);
}

float3 layers(float3 c)
{
    for (int i = 0; i < LAYERS; i++)
    {
        c += 0.1 * i;
    }
    return c;
}

Varyings MeshVS(Input input)
{
    Varyings output;
    output.position = mul(g_View, input.position);
    output.normal = input.normal;
    output.uv = input.uv;
    return output;
}

float4 MeshPS(Varyings input) : SV_Target
{
    float4 colour = g_Albedo.Sample(g_Linear, input.uv) * g_Tint;
    if (g_bLit)
        colour.rgb *= light(input.normal, kSun);
    if (g_bFog)
        colour.rgb = lerp(colour.rgb, 0.5, fade(input.position.z, 100.0));
    colour.rgb += layers(colour.rgb) * g_nLights;
    switch (g_Quality)
    {
    case 0: colour *= 0.5; break;
    default: colour *= SCALE(g_Time); break;
    }
    return colour;
}
