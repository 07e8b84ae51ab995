// A sum over a group; with g_bSkip, some invocations leave before the barrier.
uniform bool g_bSkip;
groupshared float g_parts[64];
RWStructuredBuffer<float> g_values : register(u0);

[numthreads(64, 1, 1)]
void main(uint lane : SV_GroupIndex)
{
    if (g_bSkip && lane >= 48)
        return;
    g_parts[lane] = g_values[lane];
    GroupMemoryBarrierWithGroupSync();
    g_values[lane] = g_parts[63 - lane];
}
