//! vertex VSMain
cbuffer Matrices : register(b0)
{
    column_major float4x4 g_mColumns;
    row_major float4x4 g_mRows;
    row_major float3x4 g_mBones[8];
};
struct Out { float4 position : SV_Position; float3 a : TEXCOORD0; float4 b : TEXCOORD1; };

Out VSMain(float3 p : POSITION, uint4 bones : BLENDINDICES, float4 weights : BLENDWEIGHT)
{
    Out o;
    float3 skinned = 0;
    for (int k = 0; k < 4; ++k)
        skinned += mul(g_mBones[bones[k]], float4(p, 1)) * weights[k];
    float4x4 both = mul(g_mColumns, transpose(g_mRows));
    o.position = mul(both, float4(skinned, 1)) + mul(float4(p, 1), g_mRows);
    o.a = float3(g_mColumns._m00, g_mColumns._m11, g_mColumns._m22) + g_mRows[2].xyz;
    o.b = float4(determinant((float3x3)both), g_mColumns._14, both[1][2], 1);
    return o;
}
