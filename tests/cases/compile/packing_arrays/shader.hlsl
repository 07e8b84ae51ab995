//! pixel PSMain
// Direct3D puts g_after at 36 (it shares the row of g_weights[2]), g_row at 140 after the matrix' last column.
cbuffer Arrays : register(b0)
{
    float g_weights[3];
    float2 g_after;
    float4 g_offsets[2];
    float3x3 g_matrix;
    float g_row;
    int4 g_index;
};
float4 PSMain() : SV_Target0 { return g_offsets[g_index.x] * g_weights[g_index.y] + g_after.xyxy * g_row + g_matrix[1].xyzx; }
