bool g_bTextured;
bool g_bRed;

cbuffer Object : register(b0)
{
    float4x4 g_WorldViewProjection;
    float4 g_TintColor;
    float2 g_Tiling[2];
    int g_Index;
};

Texture2D<float4> g_AlbedoMap : register(t0);
SamplerState g_Sampler : register(s0);

struct Vertex
{
    float4 position : SV_Position;
    float2 uv : TEXCOORD0;
};

Vertex MainVS(float3 position : POSITION, float2 uv : TEXCOORD0)
{
    Vertex vertex;
    vertex.position = mul(g_WorldViewProjection, float4(position, 1.0));
    vertex.uv = uv * g_Tiling[g_Index];
    return vertex;
}

float4 MainPS(Vertex vertex) : SV_Target0
{
    float4 color = g_TintColor;
    if (g_bTextured)
        color *= g_AlbedoMap.Sample(g_Sampler, vertex.uv);
    if (g_bRed)
        color.gb = 0.0;
    return color;
}

[numthreads(8, 8, 1)]
void MainCS(uint3 at : SV_DispatchThreadID)
{
}
