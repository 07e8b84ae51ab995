// A transposed matrix as a factor: the optimiser turns the product around only where it sees both at once.
bool g_bTurn;
bool g_bProject;

cbuffer View : register(b0)
{
    float4x4 g_view;
};

float4 TurnedPS(float4 position : SV_Position, float3 world : TEXCOORD0) : SV_Target
{
    float4x4 view = g_view;
    if (g_bTurn)
        view = transpose(view);
    float4 place = mul(float4(world, 1.0), view);
    if (g_bProject)
        place /= place.w;
    return place;
}
