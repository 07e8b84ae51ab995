// stage: compute
// split: compared
#ifdef REFERENCE
#define PICK(count, at, value) { float4 picked = 0; for (uint e = 0; e < count; ++e) if (e == (at)) picked = value; sum += picked; }
#define DO(count, at, statement) { for (uint e = 0; e < count; ++e) if (e == (at)) { statement; } }
#else
#define PICK(count, at, value) { uint e = at; sum += value; }
#define DO(count, at, statement) { uint e = at; statement; }
#endif
struct Light { float3 colour; float range; float weights[3]; };
struct Item { uint4 words; float scale; };
ConstantBuffer<Light> g_Lights[3] : register(b1);
StructuredBuffer<Item> g_Items[2] : register(t0);
ByteAddressBuffer g_Bytes[3] : register(t2);
RWStructuredBuffer<uint> g_Counts[2] : register(u0);
RWByteAddressBuffer g_Raw[2] : register(u2);
RWStructuredBuffer<float4> g_Out : register(u8);
float range(uint at, uint of) { return g_Lights[at].range + g_Lights[at].weights[of]; }
[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint i = id.x % 3, two = id.x & 1;
    float4 sum = range(1, i);
    PICK(3, i, float4(g_Lights[e].colour, range(e, two)))
    PICK(2, two, g_Items[e][i].words % 8 + g_Items[1][id.x].scale)
    PICK(3, i, g_Bytes[e].Load4(16) % 16)
    uint count = 0, stride, size = 0;
    DO(2, two, g_Items[e].GetDimensions(count, stride))
    DO(2, two, g_Raw[e].GetDimensions(size))
    uint before = 0, exchanged = 0;
    DO(2, two, g_Counts[e][id.x + 8] += 3)
    DO(2, two, InterlockedAdd(g_Counts[e][id.x], i + 1, before))
    DO(2, two, InterlockedCompareExchange(g_Counts[e][id.x], before + i + 1, 77, exchanged))
    InterlockedMax(g_Counts[1][200], id.x);
    DO(2, two, g_Raw[e].Store(id.x * 4, exchanged - before))
    g_Raw[1].InterlockedAdd(800, 1);
    g_Out[id.x] = sum + float4(count, size, 0, exchanged - before);
}
