// version: 2021
// Heaps in `static` variables, structures, overloads, templates, and at indices that a function returns.
Texture2D<float4> g_Plain;
static Texture2D<float4> s_Map = ResourceDescriptorHeap[3];
static const SamplerState s_Linear = SamplerDescriptorHeap[1];
cbuffer View { uint g_At; };
static Texture2D<float4> s_Chosen = ResourceDescriptorHeap[g_At];
float4 Look(Texture2D<float4> map, float2 at) { return map.Sample(s_Linear, at); }
template<typename T> T Get(uint at) { T found = ResourceDescriptorHeap[at]; return found; }
float4 main(float2 at : AT, nointerpolation uint which : WHICH) : SV_Target
{
    Texture2D<float4> maps[2] = { ResourceDescriptorHeap[which], ResourceDescriptorHeap[NonUniformResourceIndex(which + 1)] };
    Texture2D<float4> assigned;
    assigned = ResourceDescriptorHeap[which + 3];
    Texture2D<float4> other = SamplerDescriptorHeap[0];
    return Look(assigned, at) + Look(other, at) + Look(s_Map, at) + Look(g_Plain, at) + Look(s_Chosen, at) + Look(maps[1], at)
        + Get<Buffer<float4> >(which)[2] + Get<Texture2D<float4> >(which + 2).Load(0);
}
