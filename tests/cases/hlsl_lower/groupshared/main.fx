// stage: compute
RWStructuredBuffer<int> g_Out;
struct Cell { int least; uint count; float weight; };
groupshared Cell s_Cells[8];
groupshared float s_Sum[64];
[numthreads(64, 1, 1)]
void main(uint index : SV_GroupIndex, uint3 group : SV_GroupID)
{
    s_Sum[index] = index;
    if (index < 8)
    {
        Cell empty = { 1000, 0, 0.5 };
        s_Cells[index] = empty;
    }
    GroupMemoryBarrierWithGroupSync();
    int old;
    InterlockedMin(s_Cells[index & 7].least, (int)index);
    InterlockedAdd(s_Cells[index & 7].count, 1u, old);
    InterlockedCompareExchange(s_Cells[0].count, 8, 80, old);
    GroupMemoryBarrierWithGroupSync();
    for (uint step = 32; step > 0; step >>= 1)
    {
        if (index < step)
            s_Sum[index] += s_Sum[index + step];
        GroupMemoryBarrierWithGroupSync();
    }
    Cell mine = s_Cells[index & 7];
    g_Out[group.x * 64 + index] = mine.least + mine.count + (int)(mine.weight * s_Sum[0]);
}
