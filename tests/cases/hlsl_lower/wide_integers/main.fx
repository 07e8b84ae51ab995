// stage: compute
// judged: hlsl
// 64-bit integers of both signs: what is read as signed is shifted, compared and divided as signed.
StructuredBuffer<int64_t> g_Signed : register(t0);
StructuredBuffer<uint64_t> g_Unsigned : register(t1);
RWStructuredBuffer<int64_t> g_OutSigned : register(u0);
RWStructuredBuffer<uint64_t> g_OutUnsigned : register(u1);
RWStructuredBuffer<uint> g_Out : register(u2);

[numthreads(8,1,1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint at = id.x;
    g_OutSigned[at] = ((int64_t)at - 4) * 0x123456789abLL;
    int64_t i = g_OutSigned[at];
    uint64_t u = (uint64_t)i * 0x9e3779b97f4a7c15ULL;
    g_OutSigned[8 + at] = i >> 3;
    g_OutSigned[16 + at] = g_OutSigned[at] >> 7;
    g_OutSigned[24 + at] = g_OutSigned[at] / 1000;
    g_OutSigned[32 + at] = -g_OutSigned[at] % 1000;
    g_OutSigned[40 + at] = max(g_OutSigned[at], (int64_t)-5) + g_Signed[at];
    g_OutSigned[48 + at] = abs(i) - 1;
    g_OutSigned[56 + at] = clamp(i, (int64_t)-3000000000LL, (int64_t)at);
    g_OutUnsigned[at] = -u;
    g_OutUnsigned[8 + at] = u >> 11;
    g_OutUnsigned[16 + at] = (u / 1000u) ^ (u % 1000u) ^ ~g_Unsigned[at];
    g_OutUnsigned[24 + at] = reversebits(u) + (uint64_t)(float)at;
    g_Out[at] = g_OutSigned[at] < 0 ? 1u : 2u;
    g_Out[8 + at] = countbits(u) + 100 * firstbithigh(i) + 10000 * firstbitlow(u);
    g_Out[16 + at] = (uint)(u * u >> 32);
}
