// Layout: order, packoffset, registers, loose uniforms.
#pragma pack_matrix(row_major)
cbuffer View : register(b2, space1)
{
    float4x4 g_View : packoffset(c0);
    column_major float3x2 g_Other : packoffset(c4);
    float2 g_Size : packoffset(c8.z);
}
#pragma pack_matrix(column_major)
tbuffer Table : register(t7) { float4 g_Rows[16]; };
float4x4 g_World;
uniform float3 g_Tint = float3(1, 0.5, 0);
float g_Weights[3] : register(c4);
static float s_Seed = 0.5;
groupshared float s_Tile[64];
[[vk::constant_id(7)]] const int kQuality = 2;
const float kHalf = 0.5;

float4 main(float4 p : P) : SV_Target
{
    s_Seed += g_Weights[1];
    return mul(g_World, mul(p, g_View)) + g_Rows[3] + g_Size.x + g_Other[2].x + g_Tint.x + s_Seed + kQuality + kHalf;
}
