// stage: compute
RWStructuredBuffer<uint4> g_Out;
[numthreads(32, 1, 1)]
void main(uint index : SV_GroupIndex)
{
    uint4 sums = WaveActiveSum(uint4(index, 1, 2, 3)) + WavePrefixSum(index) + WaveReadLaneFirst(index);
    if (WaveIsFirstLane())
        sums += WaveActiveBallot(index > 3) + WaveGetLaneCount();
    g_Out[index] = sums + QuadReadAcrossX(index) + WaveActiveAllTrue(index < 40) + WavePrefixCountBits(index > 2);
}
