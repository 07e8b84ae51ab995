// stage: compute
// An acceleration structure at a computed index: naga writes none.
RaytracingAccelerationStructure g_Scenes[2] : register(t0);
RWStructuredBuffer<float4> g_Out;

[numthreads(1, 1, 1)]
void main(uint id : SV_GroupIndex)
{
    RayQuery<0> query;
    RayDesc ray = (RayDesc)0;
    query.TraceRayInline(g_Scenes[id], 0, 255, ray);
    g_Out[0].x = query.RayTMin();
}
