// One ubershader: every `if` over a g_b... branch is decided when the variant is compiled.

bool g_bTextured;
bool g_bFog;
int g_nLights;

cbuffer Camera : register(b0)
{
    float4x4 g_worldToClip;
    float3 g_cameraPosition;
    float g_fogDensity;
    float4 g_fogColor;
};

struct Light
{
    float3 direction;
    float intensity;
    float3 color;
    float padding;
};

cbuffer Lights : register(b1)
{
    Light g_lights[4];
};

Texture2D<float4> g_albedo : register(t0);
SamplerState g_albedoSampler : register(s0);

struct VertexInput
{
    float3 position : POSITION;
    float3 normal : NORMAL;
    float2 uv : TEXCOORD0;
};

struct Varyings
{
    float4 position : SV_Position;
    float3 world : TEXCOORD0;
    float3 normal : TEXCOORD1;
    float2 uv : TEXCOORD2;
};

Varyings HelloVS(VertexInput input)
{
    Varyings output;
    output.position = mul(float4(input.position, 1.0), g_worldToClip);
    output.world = input.position;
    output.normal = input.normal;
    output.uv = input.uv;
    return output;
}

float4 HelloPS(Varyings input) : SV_Target0
{
    float3 albedo = float3(0.8, 0.8, 0.8);
    if (g_bTextured)
        albedo = g_albedo.Sample(g_albedoSampler, input.uv).rgb;

    float3 normal = normalize(input.normal);
    float3 color = 0.1 * albedo;
    for (int i = 0; i < g_nLights; ++i)
        color += albedo * g_lights[i].color * g_lights[i].intensity * saturate(dot(normal, -g_lights[i].direction));

    if (g_bFog)
    {
        float distanceToCamera = length(input.world - g_cameraPosition);
        color = lerp(g_fogColor.rgb, color, exp(-g_fogDensity * distanceToCamera));
    }
    return float4(color, 1.0);
}
