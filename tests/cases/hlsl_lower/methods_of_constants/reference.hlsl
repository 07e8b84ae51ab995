StructuredBuffer<float4> F : register(t0);
StructuredBuffer<int4> I : register(t1);
RWStructuredBuffer<float4> O : register(u0);
RWStructuredBuffer<int4> P : register(u1);
struct Base
{
    float a;
    int k;
};
struct Derived
{
    float a;
    int k;
    float3 b;
};
cbuffer C
{
    Base g_Base;
    Derived g_One;
    float g_After;
    Derived g_Many[2];
    float2 g_End;
};
StructuredBuffer<Derived> T : register(t2);
RWStructuredBuffer<Derived> W : register(u2);
float sum(Derived d) { return d.a * 2 + d.b.x + d.b.y; }
float all_of(Derived d) { return sum(d) + d.k; }

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint n = id.x & 63;
    float4 f = F[n];
    float4 o = 0;
    int4 p = 0;
    o.x = g_Base.a * 2 + all_of(g_One) + g_After;
    o.y = all_of(g_Many[n & 1]) + g_End.y;
    o.z = all_of(T[n]) + f.x / 2;
    Derived own = T[n];
    own.a = 3;
    own.k++;
    o.w = all_of(own);
    p.x = own.k;
    o.xyz += float3(own.a * 2, own.k, 1);
    if (id.x < 64)
    {
        W[n].a = 3;
        W[n].k++;
        o.x += sum(W[n]);
    }
    if (id.x < 64)
    {
        O[n] = o;
        P[n] = p;
    }
}
