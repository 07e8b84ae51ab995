// stage: compute
// compared: reference.hlsl
// The structures of ray tracing without ray tracing.
struct Probe { RayDesc ray; float weight; };
StructuredBuffer<Probe> g_Probes : register(t0);
cbuffer Block : register(b0) { RayDesc g_Ray; float g_Behind; };
RWStructuredBuffer<float> g_Out : register(u0);
RayDesc Make(float3 origin) { RayDesc ray; ray.Origin = origin; ray.TMin = 1; ray.Direction = origin.zyx; ray.TMax = 2; return ray; }
void Move(inout RayDesc ray) { ray.Origin += ray.Direction * ray.TMax; }
[numthreads(4, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    RayDesc ray = Make(float3(1, 2, id.x));
    Move(ray);
    RayDesc listed = { float3(1, 2, 3), 4, float3(5, 6, 7), 8 };
    RayDesc none = (RayDesc)0;
    BuiltInTriangleIntersectionAttributes hit;
    hit.barycentrics = float2(0.25, 0.5);
    Probe probe = g_Probes[id.x];
    g_Out[id.x * 2] = ray.Origin.x + ray.Origin.z * 10 + listed.TMax + none.TMin + hit.barycentrics.y + sizeof(RayDesc);
    g_Out[id.x * 2 + 1] = probe.ray.TMax + probe.weight + g_Ray.TMin + g_Ray.Direction.y + g_Behind;
}
