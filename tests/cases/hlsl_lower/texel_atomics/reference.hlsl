// glslang 12 loses an exchange in a function that is handed the texture.
RWTexture2D<uint> g_Heads : register(u0);
RWTexture3D<int> g_Signed : register(u1);
RWTexture2DArray<uint> g_Layers : register(u2);
RWBuffer<uint> g_Counts : register(u3);
RWBuffer<uint4> g_Found : register(u4);
RWBuffer<int4> g_FoundSigned : register(u5);

[numthreads(4, 4, 1)]
void main(uint3 id : SV_DispatchThreadID, uint3 group : SV_GroupID)
{
    // Each texel is one thread's.
    if (any(group != 0))
        return;
    uint4 found = 0;
    int4 ofSigned = 0;
    uint at = id.y * 4 + id.x;
    InterlockedExchange(g_Heads[id.xy], at + 100, found.x);
    InterlockedAdd(g_Heads[id.xy], 7, found.y);
    InterlockedMax(g_Heads[id.xy], 3);
    if (id.x > 1)
    {
        InterlockedOr(g_Layers[uint3(id.xy, 2)], 0x10000, found.z);
        InterlockedCompareExchange(g_Layers[uint3(id.xy, 2)], found.z | 0x10000, 5, found.w);
        InterlockedCompareExchange(g_Layers[uint3(id.xy, 1)], 12345, 5, found.z);
    }
    InterlockedMin(g_Signed[id], -3 + int(id.x), ofSigned.x);
    InterlockedCompareExchange(g_Signed[id], -2, int(id.y) - 50, ofSigned.y);
    InterlockedCompareExchange(g_Signed[id], -3, -7, ofSigned.z);
    InterlockedExchange(g_Signed[id + uint3(4, 0, 0)], -1, ofSigned.w);
    InterlockedCompareStore(g_Layers[uint3(id.xy, 0)], 0, 9);
    uint before;
    InterlockedXor(g_Counts[at], 0xff, before);
    found.w += before;
    g_Found[at] = found;
    g_FoundSigned[at] = ofSigned;
}
