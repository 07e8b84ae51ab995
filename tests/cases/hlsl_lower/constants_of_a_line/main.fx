// stage: compute
// compared: reference.hlsl
// A matrix of one line is packed as a vector, an empty structure not at all; where Direct3D has them, its twin has vectors.
StructuredBuffer<float4> F : register(t0);
StructuredBuffer<int4> I : register(t1);
RWStructuredBuffer<float4> O : register(u0);
RWStructuredBuffer<int4> P : register(u1);
struct Empty {};
cbuffer C
{
    float g_First;
    float3x1 g_Line;
    float g_Second;
    Empty g_Nothing;
    float g_Third;
    row_major float1x2 g_Row;
    float1x3 g_Lines;
    float g_Fourth;
    float2x1 g_Array[2];
    float2 g_Fifth;
    double3x1 g_Wide;
    float g_Sixth;
};

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint n = id.x & 63;
    float4 o = 0;
    int4 p = 0;
    o.x = g_First + g_Second * 2 + g_Third * 3 + g_Fourth * 5 + g_Sixth * 7;
    o.yzw = float3(g_Line[0][0], g_Line._m10, g_Line[n % 3][0]);
    o.xy += g_Row[0] * 2 + g_Fifth * 3;
    o.z += g_Lines[0][n % 3] + g_Lines._m02;
    o.w += g_Array[n & 1][(n >> 1) & 1][0] + (float)g_Wide[n % 3][0];
    if (id.x < 64)
    {
        O[n] = o;
        P[n] = p;
    }
}
