// stage: compute
// compared: reference.hlsl
// Atomic functions on components of groupshared vectors and matrices, which are also read and written whole.
struct Cell
{
    uint plain;
    uint2 pair;
    int3x2 grid;
};
groupshared uint4 s_Sums;
groupshared Cell s_Cells[2];
groupshared int3 s_Edges[3];
RWStructuredBuffer<uint4> g_Out : register(u0);

[numthreads(16, 1, 1)]
void main(uint lane : SV_GroupIndex, uint3 group : SV_GroupID)
{
    if (any(group != 0))
        return;
    if (lane == 0)
    {
        s_Sums = uint4(1, 2, 3, 4);
        s_Sums.xw = uint2(10, 40);
        Cell cell = { 5, { 6, 7 }, { 8, 9, 10, 11, 12, 13 } };
        s_Cells[0] = cell;
        s_Cells[1] = cell;
        s_Cells[1].grid[2] = int2(-1, -2);
        for (uint i = 0; i < 3; i++)
            s_Edges[i] = -(int3)i;
    }
    GroupMemoryBarrierWithGroupSync();
    InterlockedAdd(s_Sums.y, lane);
    InterlockedMax(s_Sums[lane & 3], lane * 3);
    InterlockedOr(s_Cells[lane & 1].pair.y, 1u << lane);
    InterlockedAdd(s_Cells[1].grid._m11, 1);
    InterlockedMin(s_Cells[0].grid[lane % 3][1], -(int)lane);
    InterlockedAdd(s_Edges[lane % 3].z, 2);
    GroupMemoryBarrierWithGroupSync();
    Cell cell = s_Cells[lane & 1];
    int3 edge = s_Edges[lane % 3];
    if (lane < 6)
    {
        g_Out[lane * 2] = s_Sums + uint4(cell.pair, (uint2)edge.xz);
        g_Out[lane * 2 + 1] = (uint4)int4(cell.grid[lane % 3], cell.grid._m21_m00) + cell.plain;
    }
}
