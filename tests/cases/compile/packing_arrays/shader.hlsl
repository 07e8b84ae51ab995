//! pixel PSMain
cbuffer Arrays : register(b0)
{
    float g_weights[3];
    float4 g_offsets[2];
    int4 g_index;
};
float4 PSMain() : SV_Target0 { return g_offsets[g_index.x] * g_weights[g_index.y]; }
