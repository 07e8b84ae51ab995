// stage: compute
// version: 2021
// judged: hlsl source
// Conversions between numbers of 16, 32 and 64 bits, tables of them and vectors of them.
static const int64_t g_Wide[4] = { -1, 0x7fffffffffffffffLL, -0x7fffffffffffffffLL - 1, 0x123456789abLL };
static const uint64_t g_WideUnsigned[2] = { 0xffffffffffffffffULL, 5000000000ULL };
static const int16_t g_Narrow[3] = { -1, 32767, -32768 };
static const float16_t g_Half[4] = { -0.1h, 65504.0h, 1.0h, 0.00006h };
static const double g_Double[4] = { 0.1L, -1.0e300L, 2.5e-7L, 3.0L };
RWStructuredBuffer<int64_t> g_OutWide : register(u0);
RWStructuredBuffer<uint> g_Out : register(u1);
RWStructuredBuffer<double> g_OutDouble : register(u2);
RWByteAddressBuffer g_Bytes : register(u3);

[numthreads(8,1,1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint at = id.x;
    int i = (int)at - 4;
    int64_t wide = g_Wide[at & 3] / 3 + i;
    uint64_t other = g_WideUnsigned[at & 1] - at;
    int16_t narrow = g_Narrow[at % 3] / (int16_t)2;
    float16_t half_float = g_Half[at & 3] * (float16_t)0.5;
    double big = g_Double[at & 3] + at;
    g_OutWide[at] = wide;
    g_OutWide[8 + at] = (int64_t)other;
    g_OutWide[16 + at] = narrow;
    g_OutWide[24 + at] = (int64_t)((double)i * 4294967296.0L);
    g_OutWide[32 + at] = (int64_t)((float)i * 4294967296.0);
    g_OutWide[40 + at] = i;
    g_OutWide[48 + at] = (uint)i;
    g_OutWide[56 + at] = (int)other;
    g_OutWide[64 + at] = wide > i ? wide : (int64_t)at;
    int64_t2 pair = int64_t2(wide, i) * 3 - (int64_t2)(uint)i;
    g_OutWide[72 + at] = pair.x ^ pair.y;
    bool2 less = pair < int64_t2(0, -3);
    g_Out[at] = (less.x ? 1u : 0u) + (less.y ? 2u : 0u) + (wide ? 4u : 0u) + (other > 5000000000ULL ? 8u : 0u);
    g_Out[8 + at] = (uint)(int)narrow;
    g_Out[16 + at] = (uint)(uint16_t)narrow;
    g_Out[24 + at] = asuint((float)half_float);
    g_Out[32 + at] = (uint)(int)(half_float * (float16_t)10);
    g_Out[40 + at] = (uint)(uint16_t)(at * 70000u);
    g_Out[48 + at] = asuint((float)big);
    g_Out[56 + at] = big < 1.0L ? 1u : 2u;
    g_Out[64 + at] = (uint)(int)(int16_t)(i * 3.7);
    uint16_t3 three = uint16_t3((uint16_t)at, (uint16_t)(at * 9000u), (uint16_t)65535) * (uint16_t)9;
    g_Out[72 + at] = (uint)three.x + (uint)three.y * 3u + (uint)(three.z >> 3);
    g_OutDouble[at] = big * (double)i + (double)other * 0.0L;
    g_OutDouble[8 + at] = max(abs(big), (double)at) - (double)(uint)i;
    g_OutDouble[16 + at] = (double)half_float + (double)narrow;
    g_Bytes.Store<int16_t4>(at * 16, int16_t4(narrow, (int16_t)i, (int16_t)(narrow * (int16_t)3), (int16_t)-1));
    g_Bytes.Store<float16_t2>(at * 16 + 8, float16_t2(half_float, (float16_t)i));
    g_Bytes.Store<uint16_t>(at * 16 + 12, (uint16_t)(narrow - (int16_t)5));
}
