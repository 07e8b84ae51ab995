RWStructuredBuffer<uint> g_Out : register(u0);
[numthreads(4, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint at = id.x * 8;
    g_Out[at] = 1 + 20 + (3 + id.y) * 100 + 2000;
    g_Out[at + 1] = 51;
    g_Out[at + 2] = 5 + 30 + 2800;
    g_Out[at + 3] = 900 + 9 + 1;
    g_Out[at + 4] = id.x + 120;
    g_Out[at + 5] = 300 + id.x;
    g_Out[at + 6] = (3 + id.x) * 10;
}
