// stage: compute
// version: 2021
// 16-bit floats in buffers, and their bits: texts read and write them through 32 bits.
struct Halves { float16_t a; float16_t3 b; };
StructuredBuffer<Halves> g_In : register(t0);
RWStructuredBuffer<Halves> g_Out : register(u0);
ByteAddressBuffer g_Bytes : register(t1);
RWByteAddressBuffer g_Store : register(u1);

[numthreads(8,1,1)]
void main(uint3 id : SV_DispatchThreadID)
{
    Halves h = g_In[id.x];
    h.b.y += g_Bytes.Load<float16_t>(id.x * 4);
    g_Out[id.x] = h;
    g_Store.Store<float16_t2>(id.x * 4, h.b.xz * h.a);
}
