RWStructuredBuffer<uint> g_In : register(u0);
RWStructuredBuffer<uint4> g_Out : register(u1);

uint first(uint low, uint high) { return low != 0 ? firstbitlow(low) : high != 0 ? firstbitlow(high) + 32 : 0xffffffff; }
uint last(uint low, uint high) { return high != 0 ? firstbithigh(high) + 32 : low != 0 ? firstbithigh(low) : 0xffffffff; }

[numthreads(64, 1, 1)]
void main(uint lane : SV_GroupIndex, uint3 group : SV_GroupID)
{
    if (any(group != 0))
        return;
    uint seed = lane * 2654435761u + 12345u;
    uint low = lane % 5 == 0 ? 0 : seed >> (lane % 31);
    uint high = lane % 3 == 0 ? 0 : (seed * 747796405u) >> (lane % 29);
    // The two's complement of the 64 bits.
    uint minus_low = ~low + 1;
    uint minus_high = ~high + (low == 0 ? 1 : 0);
    if (lane % 7 == 0)
    {
        minus_low = 0xffffffff;
        minus_high = 0xffffffff;
    }
    bool is_negative = (minus_high & 0x80000000u) != 0;
    uint of_negative = is_negative ? last(~minus_low, ~minus_high) : last(minus_low, minus_high);
    g_Out[lane * 2] = uint4(countbits(low) + countbits(high), first(low, high), last(low, high), of_negative);
    g_Out[lane * 2 + 1] = uint4(reversebits(high), reversebits(low), countbits(minus_low) + countbits(minus_high), first(minus_low, minus_high));
}
