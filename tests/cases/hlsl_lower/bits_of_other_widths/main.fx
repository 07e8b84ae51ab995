// stage: compute
// version: 2021
// compared: reference.hlsl
// Functions on the bits of 64-bit integers; SPIR-V has those of 32 bits alone.
RWStructuredBuffer<uint> g_In : register(u0);
RWStructuredBuffer<uint4> g_Out : register(u1);

[numthreads(64, 1, 1)]
void main(uint lane : SV_GroupIndex, uint3 group : SV_GroupID)
{
    if (any(group != 0))
        return;
    uint seed = lane * 2654435761u + 12345u;
    uint low = lane % 5 == 0 ? 0 : seed >> (lane % 31);
    uint high = lane % 3 == 0 ? 0 : (seed * 747796405u) >> (lane % 29);
    uint64_t whole = (uint64_t)high << 32 | low;
    int64_t negative = lane % 7 == 0 ? -1 : -(int64_t)whole;
    uint64_t turned = reversebits(whole);
    g_Out[lane * 2] = uint4(countbits(whole), firstbitlow(whole), firstbithigh(whole), firstbithigh(negative));
    g_Out[lane * 2 + 1] = uint4((uint)turned, (uint)(turned >> 32), countbits((uint64_t)negative), firstbitlow(negative));
}
