// stage: compute
// version: 2021
// judged: hlsl source
// Constants of 16 and 64 bits, and structures of them in buffers of bytes.
cbuffer Constants : register(b0)
{
    double g_Double;
    int64_t g_Signed;
    double3 g_Three;
    uint64_t2 g_Pair;
    float16_t g_Half;
    int16_t g_Narrow;
    uint16_t3 g_NarrowThree;
    int64_t g_List[2];
};
struct Mixed { uint16_t first; int64_t second; float16_t2 third; double fourth; };
ByteAddressBuffer g_Bytes : register(t0);
RWByteAddressBuffer g_OutBytes : register(u0);
RWStructuredBuffer<int64_t> g_Out : register(u1);
RWStructuredBuffer<Mixed> g_OutMixed : register(u2);

[numthreads(4,1,1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint at = id.x * 16;
    g_Out[at] = g_Signed >> 5;
    g_Out[at + 1] = (int64_t)(g_Pair.y >> 5) + g_List[id.x & 1] / 7;
    g_Out[at + 2] = (int64_t)(int)(g_Narrow >> 2) + (int64_t)(uint)g_NarrowThree.z * 70000;
    g_Out[at + 3] = g_Double < g_Three.z ? 1 : 2;
    g_Out[at + 4] = (int64_t)(uint)asuint16(g_Half);
    g_Out[at + 5] = g_Bytes.Load<int64_t>(id.x * 8) >> 9;
    uint low, high;
    asuint(g_Three.y, low, high);
    g_Out[at + 6] = (int64_t)low;
    g_Out[at + 7] = (int64_t)high;
    Mixed mixed = g_Bytes.Load<Mixed>(id.x * 32);
    mixed.first = (uint16_t)(mixed.first + (uint16_t)at);
    mixed.second -= g_Signed;
    g_OutMixed[id.x] = mixed;
    g_OutBytes.Store<Mixed>(id.x * 32, mixed);
    g_OutBytes.Store<uint64_t>(256 + id.x * 8, g_Pair.x + id.x);
}
