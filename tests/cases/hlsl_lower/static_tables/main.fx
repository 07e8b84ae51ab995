// stage: compute
// compared: main.fx
// Constant and changing statics, and arrays indexed by what is not known.
StructuredBuffer<float4> F : register(t0);
StructuredBuffer<int4> I : register(t1);
RWStructuredBuffer<float4> O : register(u0);
RWStructuredBuffer<int4> P : register(u1);
struct Row
{
    float a;
    int2 b;
};
static const float4 g_Colors[3] = { float4(1, 2, 3, 4), float4(5, 6, 7, 8), { 9, 10, 11, 12 } };
static const int2 g_Pairs[2] = { { 1, 2 }, { 3, 4 } };
static const float3x3 g_Matrix = { 1, 2, 3, 4, 5, 6, 7, 8, 9 };
static const Row g_Rows[2] = { { 1, { 2, 3 } }, { 4, { 5, 6 } } };
static float g_Counter = 2;
static int g_Order[3];
void bump() { g_Counter += 1.5; }
float sum(float v[4])
{
    float s = 0;
    for (int k = 0; k < 4; k++)
        s += v[k] * (k + 1);
    v[0] = 100;
    return s;
}
void fill(out float v[4], float x)
{
    for (int k = 0; k < 4; k++)
        v[k] = x + k;
}

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint n = id.x & 63;
    float4 f = F[n];
    int4 j = I[(n + 5) & 63] - 7;
    uint4 v = (uint4)j;
    float4 o = 0;
    int4 p = 0;
    o += g_Colors[n % 3] + g_Colors[(n + 1) % 3].wzyx;
    p.xy += g_Pairs[n & 1];
    o.xyz += g_Matrix[n % 3];
    bump();
    bump();
    o.w += g_Counter;
    o.x += g_Rows[n & 1].a;
    p.zw += g_Rows[n & 1].b;
    for (int k = 0; k < 3; k++)
    {
        g_Order[k] = k * (int)n;
    }
    p.x += g_Order[n % 3];
    float a[4] = { f.x, f.y, f.z, f.w };
    o.x += sum(a) + a[0];
    float w[4] = a;
    w[n & 3] = 8;
    o.y += sum(w) + a[n & 3];
    fill(a, f.y);
    o.z += sum(a);
    int lut[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
    p += lut[n & 1][n % 3];
    float2x2 ms[2] = { float2x2(f), float2x2(f.wzyx) };
    o.xy += mul(ms[n & 1], f.xy);
    if (id.x < 64)
    {
        O[n] = o;
        P[n] = p;
    }
}
