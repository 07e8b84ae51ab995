// stage: compute
// version: 2021
// judged: source
// The number of elements whose size is no multiple of 4 bytes.
struct Three { float16_t3 value; };
struct Four { uint first; float16_t2 second; };
StructuredBuffer<float16_t> g_One : register(t0);
StructuredBuffer<Three> g_Three : register(t1);
StructuredBuffer<Four> g_Four : register(t2);
RWStructuredBuffer<uint> g_Out : register(u0);

[numthreads(1,1,1)]
void main()
{
    uint count, stride;
    g_One.GetDimensions(count, stride);
    g_Out[0] = count;
    g_Out[1] = stride;
    g_Three.GetDimensions(count, stride);
    g_Out[2] = count;
    g_Out[3] = stride;
    g_Four.GetDimensions(count, stride);
    g_Out[4] = count;
    g_Out[5] = stride;
}
