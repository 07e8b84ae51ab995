RWTexture2D<float4> g_Output : register(u0);
Texture2D<float4> g_Source : register(t0);
groupshared float4 g_Tile[64];

[numthreads(64, 1, 1)]
void BlurCS(uint3 id : SV_DispatchThreadID, uint lane : SV_GroupIndex)
{
    g_Tile[lane] = g_Source[id.xy];
    GroupMemoryBarrierWithGroupSync();
    float4 sum = 0;
    for (uint i = 0; i < 64; i++)
        sum += g_Tile[i];
    g_Output[id.xy] = sum / 64.0;
}
