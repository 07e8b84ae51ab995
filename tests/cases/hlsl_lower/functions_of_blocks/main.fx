// stage: compute
// judged: source
// A function that stands in a block of constants reads the members before it.
cbuffer Constants : register(b0)
{
    float4 first;
    float scale() { return first.y; }
    float4 second;
    float4 sum() { return first + second * scale(); }
};
RWStructuredBuffer<float4> g_Out : register(u0);

[numthreads(1, 1, 1)]
void main() { g_Out[0] = sum(); }
