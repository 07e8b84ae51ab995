#include "light.fxh"

bool g_bLit;

cbuffer Camera : register(b0)
{
    float4x4 viewProjection;
};

struct Vertex
{
    float4 position : SV_Position;
    float3 normal : NORMAL;
};

Vertex ModelVS(float3 position : POSITION, float3 normal : NORMAL)
{
    Vertex vertex;
    vertex.position = mul(viewProjection, float4(position, 1.0));
    vertex.normal = normal;
    return vertex;
}

float4 ModelPS(Vertex vertex) : SV_Target
{
    if (g_bLit) return float4(light(normalize(vertex.normal)), 1.0);
    return float4(0.5, 0.5, 0.5, 1.0);
}
