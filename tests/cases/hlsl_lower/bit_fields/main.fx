// stage: compute
// version: 2021
// compared: reference.hlsl
// Every place that a bit field can lie in: buffers, constants, locals, groupshared and static variables, arguments.
enum Kind { None, Some, All };
struct Packed
{
    uint a : 4;
    int b : 12;
    Kind kind : 2;
    bool flag : 1;
    uint : 3;
    uint c : (8 + 2);
    uint d : 20, e : 20;
    uint : 0;
    uint f : 5;
    float g;
    uint h : 32;
    uint Sum() { return a + c; }
    void Set(uint to) { a = to; e = to * 3; }
};
struct Derived : Packed { int i : 3; };
StructuredBuffer<Packed> g_In : register(t0);
ByteAddressBuffer g_Bytes : register(t1);
cbuffer Block : register(b0) { uint4 g_Words; };
RWStructuredBuffer<uint> g_Out : register(u0);
RWStructuredBuffer<Packed> g_Packed : register(u1);
groupshared Packed g_Shared[2];
static Packed s_Static = { 1, -2, All, true, 5, 6, 7, 8, 1.5, 9 };

void Change(inout uint value, out int other) { value += 13; other = -3; }

[numthreads(4, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint thread : SV_GroupIndex)
{
    Packed from = g_In[id.x];
    uint at = id.x * 24;
    g_Out[at] = from.a + (uint)from.b * 3 + from.kind * 5 + from.flag * 7;
    g_Out[at + 1] = from.c + from.d * 3 + from.e * 5 + from.f * 7 + from.h;
    Packed value = { 17, -4, Some, g_Words.x & 1, 3, 4, 5, 6, 2.5, 7 };
    g_Out[at + 2] = value.a + value.kind * 3 + value.flag * 7;
    g_Out[at + 3] = (uint)value.b;
    value.a += id.x + 15;
    value.b <<= 8;
    value.e--;
    g_Out[at + 4] = value.a++;
    g_Out[at + 5] = ++value.a;
    g_Out[at + 6] = (uint)(value.b = 3000);
    g_Out[at + 7] = value.e + value.d;
    uint changed = 0;
    Change(value.f, value.b);
    g_Out[at + 8] = value.f + (uint)value.b;
    value.Set(g_Words.y);
    g_Out[at + 9] = value.Sum() + value.e;
    Packed copy = value;
    copy.kind = All;
    copy.flag = false;
    g_Out[at + 10] = copy.kind * 2 + copy.flag + value.kind;
    g_Packed[id.x] = copy;
    g_Packed[id.x].c = g_Words.z;
    g_Packed[id.x].h ^= 0x55555555;
    if (thread == 0)
    {
        g_Shared[0] = copy;
        g_Shared[1].b = -g_Shared[0].b;
        g_Shared[1].c = 77;
        g_Out[at + 11] = (uint)g_Shared[1].b + g_Shared[1].c + g_Shared[0].d;
    }
    s_Static.d += id.x;
    g_Out[at + 12] = s_Static.d + s_Static.kind + s_Static.h;
    Packed loaded = g_Bytes.Load<Packed>(id.x * 24);
    g_Out[at + 13] = loaded.b + loaded.e + loaded.h;
    Derived derived = (Derived)0;
    derived.i = 5;
    derived.a = 3;
    g_Out[at + 14] = (uint)derived.i + derived.a + sizeof(Packed) + sizeof(Derived);
    Packed many[2] = { value, copy };
    many[id.x & 1].a = 9;
    g_Out[at + 15] = many[0].a + many[1].a * 16;
}
