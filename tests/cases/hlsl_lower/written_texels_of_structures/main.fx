// stage: compute
// compared: reference.hlsl
// A texel that is a structure is read whole or by its members, and written whole.
struct Surface { float3 color; float roughness; float Rough() { return roughness * 2; } };
struct Motion { float2 velocity; };
struct Id { uint object, part; };
struct Count { int count; };
RWTexture2D<Surface> g_Surface : register(u0);
RWTexture1D<Motion> g_Motion : register(u1);
RWTexture3D<Id> g_Id : register(u2);
RWTexture2DArray<Count> g_Counts : register(u3);
Texture2D<Surface> g_Before : register(t0);

void Clean(out Surface surface) { surface.color = 0.25; surface.roughness = 0.5; }
void Twice(inout Id id) { id.object *= 2; id.part += id.object; }
float2 Velocity(RWTexture1D<Motion> from, uint at) { return from[at].velocity + from.Load(at).velocity.y; }

[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    Surface surface = g_Before[id.xy];
    surface.roughness += g_Surface[id.xy].Rough();
    g_Surface[id.xy] = surface;
    if (id.x == 3)
        Clean(g_Surface[id.xy]);
    if (id.y == 0)
    {
        Motion motion = { Velocity(g_Motion, id.x) };
        g_Motion[id.x] = motion;
    }
    Twice(g_Id[id]);
    Count count;
    count.count = g_Counts[id].count + 1;
    g_Counts[id] = count;
}
