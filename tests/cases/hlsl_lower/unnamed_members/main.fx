// stage: compute
// version: 2021
// judged: hlsl source
// The members of a structure without a name are used as those of the outer one, and lie as in a member of their own.
struct Part
{
    uint first;
    struct { uint second; uint3 third; };
    struct { struct { uint deep : 4; uint deeper : 12; }; uint last; };
};
StructuredBuffer<Part> g_In : register(t0);
RWByteAddressBuffer g_Out : register(u0);

uint total(Part part)
{
    part.third.y += 1;
    part.deep = 9;
    return part.first + part.second * 3 + part.third.y * 5 + part.deep * 7 + part.deeper * 11 + part.last;
}

[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    Part part = g_In[id.x];
    g_Out.Store(id.x * 4, total(part));
}
