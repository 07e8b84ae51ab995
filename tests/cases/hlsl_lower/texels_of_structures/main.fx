// A texel is a structure of up to four numbers, member by member.
struct Surface { float3 color; float roughness; };
struct Motion { float2 velocity; };
struct Id { uint object, part; };
SamplerState g_Linear : register(s0);
Texture2D<Surface> g_Surface : register(t0);
Texture2D<Motion> g_Motion : register(t1);
Texture2DMS<Id> g_Id : register(t2);
Texture2DArray<Surface> g_Layers : register(t3);

float4 Shade(Texture2D<Surface> from, float2 uv)
{
    Surface surface = from.Sample(g_Linear, uv);
    return float4(surface.color, surface.roughness);
}
float2 Shade(Texture2D<Motion> from, float2 uv) { return from.SampleLevel(g_Linear, uv, 0).velocity; }

float4 main(float2 uv : TEXCOORD) : SV_Target
{
    float4 color = Shade(g_Surface, uv) + Shade(g_Motion, uv).xyxy;
    color += g_Surface[uint2(3, 4)].roughness + g_Surface.mips[1][uint2(1, 2)].color.xyzx;
    Surface layer = g_Layers.Load(int4(1, 2, 3, 0));
    Id id = g_Id.Load(int2(5, 6), 1);
    color += g_Surface.GatherRed(g_Linear, uv);
    return color * layer.roughness + (id.object == id.part ? 1 : 0);
}
