struct Packed { uint first; uint second; uint third; uint fourth; float g; uint h; };
StructuredBuffer<Packed> g_In : register(t0);
ByteAddressBuffer g_Bytes : register(t1);
cbuffer Block : register(b0) { uint4 g_Words; };
RWStructuredBuffer<uint> g_Out : register(u0);
RWStructuredBuffer<Packed> g_Packed : register(u1);
static uint s_D = 6;

uint Field(uint word, uint offset, uint width) { return (word >> offset) & ((1u << width) - 1u); }
int Signed(uint word, uint offset, uint width) { return (int)(word << (32 - offset - width)) >> (32 - width); }
uint Put(uint word, uint offset, uint width, uint value)
{
    uint mask = ((1u << width) - 1u) << offset;
    return (word & ~mask) | ((value << offset) & mask);
}

[numthreads(4, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint thread : SV_GroupIndex)
{
    Packed from = g_In[id.x];
    uint at = id.x * 24;
    uint b = (uint)Signed(from.first, 4, 12);
    g_Out[at] = Field(from.first, 0, 4) + b * 3 + Field(from.first, 16, 2) * 5 + Field(from.first, 18, 1) * 7;
    g_Out[at + 1] = Field(from.first, 22, 10) + Field(from.second, 0, 20) * 3 + Field(from.third, 0, 20) * 5
        + Field(from.fourth, 0, 5) * 7 + from.h;
    uint flag = g_Words.x & 1;
    g_Out[at + 2] = 1 + 3 + flag * 7;
    g_Out[at + 3] = (uint)-4;
    uint a = (1 + id.x + 15) & 15;
    g_Out[at + 4] = a;
    a = (a + 1) & 15;
    a = (a + 1) & 15;
    g_Out[at + 5] = a;
    g_Out[at + 6] = (uint)Signed(3000, 0, 12);
    g_Out[at + 7] = 4 + 4;
    uint f = (6 + 13) & 31;
    g_Out[at + 8] = f + (uint)-3;
    a = g_Words.y & 15;
    uint e = (g_Words.y * 3) & 0xFFFFF;
    g_Out[at + 9] = a + 3 + e;
    g_Out[at + 10] = 2 * 2 + 0 + 1;
    Packed copy;
    copy.first = a | ((uint)-3 & 0xFFF) << 4 | 2u << 16 | 3u << 22;
    copy.second = 4;
    copy.third = e;
    copy.fourth = f;
    copy.g = 2.5;
    copy.h = 7 ^ 0x55555555;
    copy.first = Put(copy.first, 22, 10, g_Words.z);
    g_Packed[id.x] = copy;
    if (thread == 0)
        g_Out[at + 11] = 3 + 77 + 4;
    s_D += id.x;
    g_Out[at + 12] = s_D + 2 + 9;
    uint3 loaded = g_Bytes.Load3(id.x * 24);
    g_Out[at + 13] = (uint)Signed(loaded.x, 4, 12) + Field(loaded.z, 0, 20) + g_Bytes.Load(id.x * 24 + 20);
    g_Out[at + 14] = (uint)-3 + 3 + 24 + 28;
    g_Out[at + 15] = (id.x & 1) == 0 ? 9 + a * 16 : a + 9 * 16;
}
