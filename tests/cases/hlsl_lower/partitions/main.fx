// stage: compute
// Waves in parts: in SPIR-V alone.
RWStructuredBuffer<uint4> g_Out : register(u0);

[numthreads(64, 1, 1)]
void main(uint lane : SV_GroupIndex)
{
    uint4 same = WaveMatch(lane & 3);
    uint4 pairs = WaveMatch(float2(lane & 1, lane >> 5));
    uint sum = WaveMultiPrefixSum(lane, same);
    float product = WaveMultiPrefixProduct(1.0 + lane, same);
    uint3 bits = WaveMultiPrefixBitOr(uint3(lane, 1, 2), pairs);
    uint both = WaveMultiPrefixBitAnd(lane, same) + WaveMultiPrefixBitXor(lane, same);
    g_Out[lane] = uint4(sum + both, (uint)product, bits.x + bits.z, WaveMultiPrefixCountBits(lane > 7, same));
}
