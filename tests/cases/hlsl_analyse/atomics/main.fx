// stage: compute
groupshared uint s_Count;
groupshared int s_Values[4];
RWStructuredBuffer<uint> g_Buffer;
RWTexture2D<int> g_Image;
RWByteAddressBuffer g_Bytes;
struct Cell { uint count; float weight; };
RWStructuredBuffer<Cell> g_Cells;

[numthreads(4, 4, 4)]
void main(uint3 id : SV_DispatchThreadID, uint index : SV_GroupIndex)
{
    uint before;
    int signed_before;
    InterlockedAdd(s_Count, 1);
    InterlockedAdd(s_Count, 1, before);
    InterlockedMax(s_Values[id.x], -3, signed_before);
    InterlockedCompareExchange(g_Buffer[id.x], 0, 1, before);
    InterlockedExchange(g_Image[id.xy], 7, signed_before);
    InterlockedOr(g_Cells[id.y].count, 4u);
    InterlockedAdd(s_Count, 2, signed_before);
    g_Bytes.InterlockedAdd(4, 1u, before);
    g_Bytes.InterlockedMin(8, -1, signed_before);
    AllMemoryBarrierWithGroupSync();
}
