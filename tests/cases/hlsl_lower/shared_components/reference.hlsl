groupshared uint s_Sums[4];
groupshared uint s_Plain[2];
groupshared uint s_Pair[2][2];
groupshared int s_Grid[2][3][2];
groupshared int s_Edges[3][3];
RWStructuredBuffer<uint4> g_Out : register(u0);

[numthreads(16, 1, 1)]
void main(uint lane : SV_GroupIndex, uint3 group : SV_GroupID)
{
    if (any(group != 0))
        return;
    if (lane == 0)
    {
        s_Sums[0] = 10; s_Sums[1] = 2; s_Sums[2] = 3; s_Sums[3] = 40;
        for (uint c = 0; c < 2; c++)
        {
            s_Plain[c] = 5;
            s_Pair[c][0] = 6;
            s_Pair[c][1] = 7;
            for (uint e = 0; e < 6; e++)
                s_Grid[c][e / 2][e % 2] = 8 + (int)e;
        }
        s_Grid[1][2][0] = -1;
        s_Grid[1][2][1] = -2;
        for (uint i = 0; i < 9; i++)
            s_Edges[i / 3][i % 3] = -(int)(i / 3);
    }
    GroupMemoryBarrierWithGroupSync();
    uint none;
    int no;
    InterlockedAdd(s_Sums[1], lane);
    InterlockedMax(s_Sums[lane & 3], lane * 3);
    InterlockedOr(s_Pair[lane & 1][1], 1u << lane);
    InterlockedAdd(s_Grid[1][1][1], 1);
    InterlockedMin(s_Grid[0][lane % 3][1], -(int)lane);
    InterlockedAdd(s_Edges[lane % 3][2], 2);
    GroupMemoryBarrierWithGroupSync();
    uint c = lane & 1;
    uint e = lane % 3;
    if (lane < 6)
    {
        g_Out[lane * 2] = uint4(s_Sums[0], s_Sums[1], s_Sums[2], s_Sums[3]) + uint4(s_Pair[c][0], s_Pair[c][1], (uint)s_Edges[e][0], (uint)s_Edges[e][2]);
        g_Out[lane * 2 + 1] = uint4((uint)s_Grid[c][e][0], (uint)s_Grid[c][e][1], (uint)s_Grid[c][2][1], (uint)s_Grid[c][0][0]) + s_Plain[c];
    }
}
