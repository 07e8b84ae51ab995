//! compute Cull
struct Light { float3 position; float range; float4 colour; uint flags; uint3 pad; };
StructuredBuffer<Light> g_lights : register(t0);
ByteAddressBuffer g_raw : register(t1);
RWStructuredBuffer<uint> g_visible : register(u0);
RWByteAddressBuffer g_counters : register(u1);
cbuffer Frame : register(b0) { float4 g_planes[6]; uint g_count; };
groupshared uint s_count;

[numthreads(64, 1, 1)]
void Cull(uint3 id : SV_DispatchThreadID, uint index : SV_GroupIndex)
{
    if (index == 0)
        s_count = 0;
    GroupMemoryBarrierWithGroupSync();
    if (id.x < g_count)
    {
        Light light = g_lights[id.x];
        bool inside = true;
        for (uint p = 0; p < 6; ++p)
            inside = inside && dot(g_planes[p], float4(light.position, 1)) > -light.range;
        if (inside && (light.flags & g_raw.Load(4)) != 0)
        {
            uint slot;
            InterlockedAdd(s_count, 1, slot);
            g_visible[slot] = id.x;
        }
    }
    GroupMemoryBarrierWithGroupSync();
    if (index == 0)
    {
        uint before;
        g_counters.InterlockedAdd(0, s_count, before);
        g_counters.Store2(8, uint2(before, s_count));
    }
}
