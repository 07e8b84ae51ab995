// stage: compute
struct Particle { float3 position; float age; bool alive; float2x2 turn; };
StructuredBuffer<Particle> g_In : register(t0);
RWStructuredBuffer<Particle> g_Out : register(u0);
AppendStructuredBuffer<uint> g_Dead : register(u1);
ConsumeStructuredBuffer<uint> g_Free : register(u2);
RWByteAddressBuffer g_Raw : register(u3);
[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint count, stride;
    g_In.GetDimensions(count, stride);
    if (id.x >= count)
        return;
    Particle one = g_In[id.x];
    one.age += 1.0 / stride;
    one.turn[1] *= 2;
    if (!one.alive || one.age > 5)
        g_Dead.Append(id.x);
    else
        one.position.y += g_Free.Consume();
    g_Out[id.x] = one;
    g_Out[id.x].position.xz = 0;
    uint before;
    g_Raw.InterlockedAdd(16, 1, before);
    g_Raw.Store2(before * 8, uint2(id.x, asuint(one.age)));
    g_Raw.InterlockedMax(20, g_Raw.Load(24));
}
