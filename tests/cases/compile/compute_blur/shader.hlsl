//! compute CSMain
cbuffer Blur : register(b0) { uint2 g_vSize; float g_fSigma; };
Texture2D<float4> g_tSource : register(t0);
RWTexture2D<float4> g_uTarget : register(u0);
groupshared float4 s_row[128 + 8];

[numthreads(128, 1, 1)]
void CSMain(uint3 id : SV_DispatchThreadID, uint3 local : SV_GroupThreadID, uint3 group : SV_GroupID, uint index : SV_GroupIndex)
{
    int x = int(id.x);
    s_row[local.x + 4] = g_tSource.Load(int3(min(x, int(g_vSize.x) - 1), id.y, 0));
    if (index < 4)
    {
        s_row[local.x] = g_tSource.Load(int3(max(x - 4, 0), id.y, 0));
        s_row[local.x + 132] = g_tSource.Load(int3(min(x + 128, int(g_vSize.x) - 1), id.y, 0));
    }
    GroupMemoryBarrierWithGroupSync();
    float4 sum = 0;
    float total = 0;
    [unroll]
    for (int tap = -4; tap <= 4; ++tap)
    {
        float w = exp(-0.5f * tap * tap / (g_fSigma * g_fSigma));
        sum += s_row[local.x + 4 + tap] * w;
        total += w;
    }
    if (all(id.xy < g_vSize))
        g_uTarget[id.xy] = sum / total;
}
