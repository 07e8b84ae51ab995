struct Ray { float3 origin; float tMin; float3 direction; float tMax; };
struct Probe { Ray ray; float weight; };
StructuredBuffer<Probe> g_Probes : register(t0);
cbuffer Block : register(b0) { Ray g_Ray; float g_Behind; };
RWStructuredBuffer<float> g_Out : register(u0);
[numthreads(4, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float3 origin = float3(1, 2, id.x);
    origin += origin.zyx * 2;
    Probe probe = g_Probes[id.x];
    g_Out[id.x * 2] = origin.x + origin.z * 10 + 8 + 0.5 + 32;
    g_Out[id.x * 2 + 1] = probe.ray.tMax + probe.weight + g_Ray.tMin + g_Ray.direction.y + g_Behind;
}
