// compared: main.fx
// Of pixels that only help with derivatives, atomic functions find nothing; the loop that stands for an unsigned maximum among signed
// words ends for them as well.
RWByteAddressBuffer g_Words : register(u0);
float4 main(float4 position : SV_Position) : SV_Target
{
    uint2 at = (uint2)position.xy;
    int low;
    g_Words.InterlockedMin(0, (int)at.x - 20, low);
    uint high;
    g_Words.InterlockedMax(4, (at.x * 64 + at.y) ^ 0xf0000000u, high);
    g_Words.InterlockedMin(8, at.x * 3 + 1, high);
    return float4(at, 0, 1);
}
