// stage: compute
// compared: main.fx
// A boolean is a word, and may use the rest of the last row of what stands before it.
StructuredBuffer<float4> F : register(t0);
StructuredBuffer<int4> I : register(t1);
RWStructuredBuffer<float4> O : register(u0);
RWStructuredBuffer<int4> P : register(u1);
struct Light
{
    float3 position;
    bool on;
};
struct Pair
{
    float2 a;
    bool b[2];
};
cbuffer First : register(b0)
{
    float g_Weights[3];
    bool g_On;
    float3 g_Color;
};
cbuffer Second : register(b1)
{
    float3 g_Rows[2];
    bool g_Tail;
    bool2 g_Two;
    bool3 g_Three;
    bool g_Flags[2];
    bool2 g_Last;
};
cbuffer Third : register(b2)
{
    Light g_Lights[2];
    bool g_AfterLights;
    Pair g_Pairs[2];
    bool g_AfterPairs;
    row_major float3x2 g_ByRows;
    bool g_AfterRows;
    column_major float3x2 g_ByColumns;
    bool g_AfterColumns;
    float2 g_End;
};

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint n = id.x & 63;
    float4 o = 0;
    int4 p = 0;
    p.x = g_On + g_Tail * 2 + g_AfterLights * 4 + g_AfterPairs * 8 + g_AfterRows * 16 + g_AfterColumns * 32;
    p.yz = (int2)g_Two + (int2)g_Last * 2;
    p.w = g_Three.x + g_Three.y * 2 + g_Three.z * 4 + g_Flags[n & 1] * 8;
    o.xyz = g_Color * g_Weights[n % 3] + g_Rows[n & 1];
    o.xy += g_ByRows[n % 3] + g_ByColumns[n % 3] * 2 + g_End + g_Pairs[n & 1].a;
    o.w = g_Pairs[n & 1].b[(n >> 1) & 1] ? 3 : 5;
    if (g_Lights[n & 1].on)
    {
        o.xyz += g_Lights[n & 1].position;
    }
    if (id.x < 64)
    {
        O[n] = o;
        P[n] = p;
    }
}
