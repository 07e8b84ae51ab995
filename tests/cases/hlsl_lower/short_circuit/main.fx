// version: 2021
RWStructuredBuffer<uint> g_Counts : register(u1);
uint count(uint at)
{
    uint before;
    InterlockedAdd(g_Counts[at], 1, before);
    return before;
}
float4 main(uint index : INDEX) : SV_Target
{
    bool both = index > 3 && count(index) > 2;
    bool either = both || (index & 1) != 0;
    float4 chosen = either ? (float4)count(0) : float4(1, 2, 3, 4);
    return select(bool4(both, either, true, false), chosen, chosen * 2);
}
