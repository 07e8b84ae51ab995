// Where nothing changes the white, the folded text makes a vector of constants, and the optimiser leaves the plain text's as an instruction.
bool g_bTexture;
bool g_bTint;
int g_nAlpha;

Texture2D g_texture : register(t0);
SamplerState g_sampler : register(s0);

struct Varyings
{
    float4 position : SV_Position;
    float2 uv : TEXCOORD0;
};

Varyings TintedVS(float3 position : POSITION, float2 uv : TEXCOORD0)
{
    Varyings output;
    output.position = float4(position, 1.0);
    output.uv = uv;
    return output;
}

float4 TintedPS(Varyings input) : SV_Target
{
    float3 color = float3(1.0, 1.0, 1.0);
    if (g_bTexture)
        color = g_texture.Sample(g_sampler, input.uv).rgb;
    if (g_bTint)
        color *= float3(0.5, 0.2, 0.1);
    return float4(color, g_nAlpha * 0.25);
}
