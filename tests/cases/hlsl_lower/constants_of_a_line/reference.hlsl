StructuredBuffer<float4> F : register(t0);
StructuredBuffer<int4> I : register(t1);
RWStructuredBuffer<float4> O : register(u0);
RWStructuredBuffer<int4> P : register(u1);
cbuffer C
{
    float g_First;
    float3 g_Line;
    float g_Second;
    float g_Third;
    float2 g_Row;
    float g_Lines[3];
    float g_Fourth;
    float2 g_Array[2];
    float2 g_Fifth;
    double3 g_Wide;
    float g_Sixth;
};

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint n = id.x & 63;
    float4 o = 0;
    int4 p = 0;
    o.x = g_First + g_Second * 2 + g_Third * 3 + g_Fourth * 5 + g_Sixth * 7;
    o.yzw = float3(g_Line[0], g_Line.y, g_Line[n % 3]);
    o.xy += g_Row * 2 + g_Fifth * 3;
    o.z += g_Lines[n % 3] + g_Lines[2];
    o.w += g_Array[n & 1][(n >> 1) & 1] + (float)g_Wide[n % 3];
    if (id.x < 64)
    {
        O[n] = o;
        P[n] = p;
    }
}
