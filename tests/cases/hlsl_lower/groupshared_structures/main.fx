// stage: compute
// compared: main.fx
// Structures, matrices and atomics of a group, between barriers.
StructuredBuffer<float4> F : register(t0);
StructuredBuffer<int4> I : register(t1);
RWStructuredBuffer<float4> O : register(u0);
RWStructuredBuffer<int4> P : register(u1);
struct Light
{
    float3 p;
    uint k;
    bool on;
    float2x2 m;
};
groupshared Light g_Lights[8];
groupshared int g_Totals[2][4];
groupshared int g_Least;
groupshared uint g_Most;
groupshared float g_Sums[64];

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint gi : SV_GroupIndex)
{
    uint n = id.x & 63;
    float4 f = F[n];
    int4 i = I[n] - 8;
    float4 o = 0;
    int4 p = 0;
    if (gi < 8)
    {
        Light l;
        l.p = f.xyz;
        l.k = gi;
        l.on = gi & 1;
        l.m = float2x2(f);
        g_Lights[gi] = l;
        g_Totals[gi & 1][gi >> 1] = 0;
    }
    if (gi == 0)
    {
        g_Least = 100;
        g_Most = 0;
    }
    g_Sums[gi] = f.x;
    GroupMemoryBarrierWithGroupSync();
    InterlockedAdd(g_Totals[gi & 1][(gi >> 1) & 3], (int)gi - 20);
    InterlockedMin(g_Least, i.y);
    InterlockedMax(g_Most, (uint)(i.z + 8));
    GroupMemoryBarrierWithGroupSync();
    for (uint k = 32; k > 0; k >>= 1)
    {
        if (gi < k)
        {
            g_Sums[gi] += g_Sums[gi + k];
        }
        GroupMemoryBarrierWithGroupSync();
    }
    o.xyz = g_Lights[gi & 7].p * g_Lights[gi & 7].m[1].xyx;
    o.w = g_Sums[0];
    p.x = g_Totals[gi & 1][(gi >> 1) & 3];
    p.y = g_Lights[(gi + 1) & 7].on + g_Lights[gi & 7].k * 2;
    p.z = g_Least;
    p.w = (int)g_Most;
    if (id.x < 64)
    {
        O[n] = o;
        P[n] = p;
    }
}
