// stage: compute
// Atomic functions on 64 bits of buffers and groupshared variables; a buffer is read in words beside them.
struct Entry { uint2 other; int64_t lowest; uint64_t highest; };
RWStructuredBuffer<uint64_t> g_Sums;
RWStructuredBuffer<Entry> g_Entries;
groupshared uint64_t s_Count;
groupshared int64_t s_Least;
[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint64_t before;
    int64_t least;
    InterlockedAdd(g_Sums[id.x & 3], (uint64_t)id.x << 31, before);
    InterlockedXor(g_Sums[4], before);
    InterlockedExchange(g_Sums[5], before, before);
    InterlockedCompareExchange(g_Sums[6], 0, before, before);
    InterlockedMin(g_Entries[id.y].lowest, -(int64_t)id.x, least);
    InterlockedMax(g_Entries[1].highest, before);
    InterlockedAdd(s_Count, before);
    InterlockedMin(s_Least, least);
    GroupMemoryBarrierWithGroupSync();
    g_Entries[2].other = uint2(s_Count, g_Sums[7]) + uint2(s_Least, 0);
}
