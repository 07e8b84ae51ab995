// stage: compute
// Literals with a type stay operators in the tree and have a value where a constant is needed.
static const uint g_Count = 99u + 10u;
static float g_Table['\n' + 2u];
RWByteAddressBuffer g_Out;

[numthreads(2u * 4u, 'A' - 64u, 1u << 2u)]
void main(uint id : SV_DispatchThreadID)
{
    float local[g_Count - 100u];
    local[id % (3u + 6u)] = g_Table[id % ('\n' + 2u)];
    switch (id)
    {
        case 99u + 10u: g_Out.Store(0, g_Count); break;
        case 'a' + 1u: g_Out.Store(4, 5u * 2u); break;
    }
    g_Out.Store(8, asuint(local[0]));
}
