// stage: compute
// compared: reference.hlsl
struct Surface { float3 color; float roughness; };
struct Pair { uint first, second; };
Buffer<Surface> g_Surfaces[2] : register(t0);
RWBuffer<Pair> g_Pairs : register(u0);
RWBuffer<Surface> g_Out : register(u1);

Surface Worn(Surface surface, float by) { surface.roughness += by; return surface; }

[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    Surface surface = Worn(g_Surfaces[1][id.x], g_Surfaces[0].Load(id.x).color.y);
    g_Out[id.x] = surface;
    Pair pair = g_Pairs[id.x];
    pair.second = pair.first + g_Pairs[id.x].second;
    g_Pairs[id.x] = pair;
}
