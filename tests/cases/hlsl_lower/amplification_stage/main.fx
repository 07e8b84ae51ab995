// stage: amplification
struct Payload
{
    uint ids[8];
    float4 scale;
};

ByteAddressBuffer g_Visible : register(t0);
groupshared Payload s_Payload;
groupshared uint s_Count;

[numthreads(8, 1, 1)]
void main(uint at : SV_GroupIndex, uint3 thread : SV_DispatchThreadID)
{
    if (at == 0)
    {
        s_Count = 0;
        s_Payload.scale = float4(1, 2, 3, thread.y);
    }
    GroupMemoryBarrierWithGroupSync();
    uint place = 7 - at;
    if (g_Visible.Load(at * 4) % 2 == 0)
    {
        InterlockedAdd(s_Count, 1);
    }
    s_Payload.ids[place] = g_Visible.Load(at * 4);
    GroupMemoryBarrierWithGroupSync();
    DispatchMesh(s_Count, 1, 2, s_Payload);
}
