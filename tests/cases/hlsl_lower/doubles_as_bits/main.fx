// stage: compute
// judged: hlsl source
// The bits of 64-bit floats, which texts read and write through functions of their own.
struct Pair { double first; double2 second; };
StructuredBuffer<uint2> g_In : register(t0);
StructuredBuffer<Pair> g_Pairs : register(t1);
RWStructuredBuffer<uint2> g_Words : register(u0);
RWStructuredBuffer<double> g_Doubles : register(u1);
RWStructuredBuffer<Pair> g_Out : register(u2);

[numthreads(8,1,1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint at = id.x;
    double small = 1.0 + (double)at * 0.37;
    double made = asdouble(g_In[at].x, 0x3ff00000u | (g_In[at].y & 0xfffffu));
    uint low, high;
    asuint(made * small, low, high);
    g_Words[at] = uint2(low, high);
    g_Doubles[at] = made - small;
    double2 two = asdouble(uint2(at, 7u), uint2(0x40000000u, 0xbff80000u));
    uint2 lows, highs;
    asuint(two * 3.0, lows, highs);
    g_Words[8 + at] = lows;
    g_Words[16 + at] = highs;
    double huge = asdouble(0u, 0x7ff00000u);
    asuint(at > 4 ? huge : small, low, high);
    g_Words[24 + at] = uint2(low, high);
    Pair pair;
    pair.first = small * 2;
    pair.second = double2(made, -small);
    g_Out[at] = pair;
    pair = g_Out[at];
    g_Out[8 + at].second = pair.second.yx * pair.first;
}
