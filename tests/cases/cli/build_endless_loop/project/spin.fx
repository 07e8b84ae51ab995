// Waits without an end; the switch's break does not leave the loop.
RWStructuredBuffer<uint> g_values : register(u0);

[numthreads(4, 1, 1)]
void main(uint lane : SV_GroupIndex)
{
    while (true)
    {
        switch (g_values[0])
        {
        case 0: g_values[lane] += 1; break;
        default: break;
        }
    }
}
