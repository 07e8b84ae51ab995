Buffer<float4> g_Surfaces[2] : register(t0);
RWBuffer<uint2> g_Pairs : register(u0);
RWBuffer<float4> g_Out : register(u1);

[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    g_Out[id.x] = g_Surfaces[1][id.x] + float4(0, 0, 0, g_Surfaces[0][id.x].y);
    uint2 pair = g_Pairs[id.x];
    g_Pairs[id.x] = uint2(pair.x, pair.x + pair.y);
}
