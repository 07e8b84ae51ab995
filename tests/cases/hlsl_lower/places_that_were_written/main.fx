// stage: compute
// judged: source
// What was written is still a place: `++a`, `a += b`, `a = b`, and the base of a structure.
struct Base { float4 a; float4 b; };
struct Derived : Base { float4 c; };
StructuredBuffer<int4> g_In : register(t0);
RWStructuredBuffer<float4> g_Out : register(u0);

void add_one(inout int value) { value += 1; }

[numthreads(1, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    int4 v = g_In[id.x];
    int i = 0;
    int elements[4] = { v.x, v.y, v.z, v.w };
    --(--v.x) = --(--v.y);
    (v.z += 3) = v.w;
    (++elements[i++])++;
    add_one(++elements[i]);
    matrix<float, 2, 2> m = { 1, 2, 3, 4 };
    (++m)[1] += 0.5;
    Derived d;
    d.c = 3;
    Base base;
    base.a = v;
    base.b = float4(elements[0], elements[1], i, 1);
    (Base)d = base;
    g_Out[0] = d.a;
    g_Out[1] = d.b;
    g_Out[2] = d.c;
    g_Out[3] = float4(m[0], m[1]);
}
