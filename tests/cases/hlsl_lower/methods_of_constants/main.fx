// stage: compute
// compared: reference.hlsl
// Methods that call methods, of objects that cannot be written to.
StructuredBuffer<float4> F : register(t0);
StructuredBuffer<int4> I : register(t1);
RWStructuredBuffer<float4> O : register(u0);
RWStructuredBuffer<int4> P : register(u1);
struct Base
{
    float a;
    int k;
    float doubled() { return a * 2; }
    float3 packed() { return float3(doubled(), k, 1); }
};
struct Derived : Base
{
    float3 b;
    float sum() { return doubled() + b.x + b.y; }
    float all() { return sum() + packed().y; }
    void change() { a = 3; bump(); }
    void bump() { k++; }
    static float half_of(float x) { return x / 2; }
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

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint n = id.x & 63;
    float4 f = F[n];
    float4 o = 0;
    int4 p = 0;
    o.x = g_Base.doubled() + g_One.all() + g_After;
    o.y = g_Many[n & 1].all() + g_End.y;
    o.z = T[n].all() + Derived::half_of(f.x);
    Derived own = T[n];
    own.change();
    o.w = own.all();
    p.x = own.k;
    o.xyz += own.packed();
    if (id.x < 64)
    {
        W[n].change();
        o.x += W[n].sum();
    }
    if (id.x < 64)
    {
        O[n] = o;
        P[n] = p;
    }
}
