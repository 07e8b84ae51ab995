// stage: vertex
cbuffer Camera { float4x4 g_World; row_major float4x4 g_View; float3x4 g_Bones[2]; row_major float2x3 g_Warp; int2x2 g_Steps; };
struct Out { float4 position : SV_Position; float3 normal : NORMAL; float2 warped : TEXCOORD0; nointerpolation int2 step : STEP; };
Out main(float4 position : POSITION, float3 normal : NORMAL, uint bone : BONE)
{
    Out output;
    float4 world = mul(g_World, position);
    output.position = mul(world, g_View);
    output.normal = mul((float3x3)g_World, normal) + mul(g_Bones[bone], position) + mul(transpose(g_Bones[0]), normal).xyz;
    output.warped = mul(g_Warp, normal) + g_World._m03_m13 + g_World[1].zw;
    output.step = mul(g_Steps, int2(1, 2)) * 3;
    float2x2 local = float2x2(1, 2, 3, 4);
    local[bone & 1][1] = 5;
    local._m00_m10 = local._12_22;
    output.warped += mul(local, output.warped) * determinant(local);
    return output;
}
