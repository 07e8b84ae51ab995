#include "light.fxh"

bool g_bShadow;
int g_Taps;

Texture2D<float> g_shadow : register(t0);
SamplerState g_sampler : register(s0);

struct Varyings
{
    float4 position : SV_Position;
    float2 uv : TEXCOORD0;
};

Varyings LitVS(float3 position : POSITION, float2 uv : TEXCOORD0)
{
    Varyings output;
    output.position = float4(position, 1.0);
    output.uv = uv;
    return output;
}

float unused(float g_Taps)
{
    return g_Taps;
}

float4 LitPS(Varyings input) : SV_Target0
{
    float light = 0.0;
    for (int i = 0; i < LIGHTS; ++i)
    {
        Light one = g_lights[i];
        light += falloff(one.intensity);
    }
#if defined(LIGHTS) && LIGHTS > 2
    light *= 0.5;
#endif
    if (g_bShadow)
    {
        for (int tap = 0; tap < g_Taps; ++tap)
            light *= g_shadow.Sample(g_sampler, input.uv);
    }
    return g_ambient * light;
}
