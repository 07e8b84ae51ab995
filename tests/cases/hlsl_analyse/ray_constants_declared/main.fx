// stage: compute
// Names of constants of ray queries may be a unit's own.
static const uint RAY_FLAG_NONE = 7;
RWStructuredBuffer<uint> g_Out : register(u0);

[numthreads(1, 1, 1)]
void main()
{
    uint COMMITTED_NOTHING = 3;
    g_Out[0] = RAY_FLAG_NONE + COMMITTED_NOTHING + RAY_FLAG_FORCE_OPAQUE;
}
