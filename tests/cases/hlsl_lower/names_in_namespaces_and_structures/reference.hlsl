RWStructuredBuffer<uint> g_Out : register(u0);
[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint sum = 5 + (5 + id.x) * 2;
    g_Out[id.x] = sum + (id.x * 3 + 97) * 256 + 8 + 97 + 4 + 7;
}
