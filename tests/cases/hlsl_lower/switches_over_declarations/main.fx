// stage: compute
// judged: source
// The variable that the head of a `switch` declares.
StructuredBuffer<int> g_In : register(t0);
RWStructuredBuffer<int> g_Out : register(u0);

[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    int value = 5;
    switch (int value = g_In[id.x] & 3)
    {
        case 0: value += 10; g_Out[id.x] = value; break;
        case 1: g_Out[id.x] = value * 2;
        default: g_Out[id.x] += value; break;
    }
    g_Out[id.x + 8] = value;
}
