RWStructuredBuffer<float> g_Out : register(u0);
[numthreads(1, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    g_Out[id.x * 2] = (id.x & 15) + 1 + 300 + 7000;
    g_Out[id.x * 2 + 1] = 2 + 50;
}
