// stage: compute
// Signed and unsigned minima of the same words: naga's variables have one type, so one of them is an exchange in a loop.
RWByteAddressBuffer g_Words;
[numthreads(4, 1, 1)]
void main(uint at : SV_GroupIndex)
{
    int before;
    g_Words.InterlockedMin(0, (int)at - 2, before);
    uint high;
    g_Words.InterlockedMax(4, at ^ 0xfffffff0u, high);
    g_Words.InterlockedAdd(8, (uint)before + high);
}
