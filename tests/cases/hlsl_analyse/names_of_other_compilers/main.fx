RWByteAddressBuffer g_Bytes : register(u0);
RWStructuredBuffer<float> g_Out : register(u1);
groupshared float g_Shared;

struct Promoted
{
    struct { float a; float b; };
    float c;
};

vk::SampledTexture2D<float4> g_Sampled;

float promoted(Promoted of)
{
    return of.a + of.b + of.c;
}

float sampled(float2 at)
{
    return g_Sampled.SampleLevel(at, 0).x;
}

[numthreads(1, 1, 1)]
void main()
{
    float before;
    uint64_t wide;
    g_Bytes.InterlockedAdd64(0, 1, wide);
    g_Bytes.InterlockedExchangeFloat(8, 1.0, before);
    g_Bytes.InterlockedAdd46(0, 1, wide);
    InterlockedCompareStoreFloatBitwise(g_Shared, 1.0, 2.0);
    g_Out[0] = before + sampled(0.5);
    Promoted of;
    of.a = 1.0;
    g_Out[1] = promoted(of);
}
