// stage: compute
// judged: source
// A function whose result is an array, by the name of its type.
typedef float Three[3];
StructuredBuffer<float> g_In : register(t0);
RWStructuredBuffer<float3> g_Out : register(u0);

Three three(uint first)
{
    Three all;
    for (uint i = 0; i < 3; i++)
        all[i] = g_In[first + i];
    return all;
}

[numthreads(1, 1, 1)]
void main()
{
    Three copy = three(1);
    g_Out[0] = (float3)three(0) + copy[2];
    g_Out[1] = three(2)[1];
}
