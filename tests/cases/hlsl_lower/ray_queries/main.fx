// stage: compute
// Ray queries: in SPIR-V alone.
RaytracingAccelerationStructure g_Scene : register(t0);
RWStructuredBuffer<float4> g_Out : register(u0);

float Candidate(RayQuery<RAY_FLAG_CULL_NON_OPAQUE> query)
{
    if (query.CandidateType() == CANDIDATE_PROCEDURAL_PRIMITIVE) {
        if (query.CandidateProceduralPrimitiveNonOpaque())
            query.CommitProceduralPrimitiveHit(2.0);
        return 0;
    }
    query.CommitNonOpaqueTriangleHit();
    return query.CandidateTriangleRayT() + query.CandidateTriangleBarycentrics().x;
}

[numthreads(8, 1, 1)]
void main(uint lane : SV_GroupIndex)
{
    RayDesc ray;
    ray.Origin = float3(0, 0, lane);
    ray.Direction = float3(0, 0, 1);
    ray.TMin = 0;
    ray.TMax = 100;
    RayQuery<RAY_FLAG_CULL_NON_OPAQUE> query;
    query.TraceRayInline(g_Scene, RAY_FLAG_ACCEPT_FIRST_HIT_AND_END_SEARCH, 0xFF, ray);
    float sum = 0;
    while (query.Proceed())
        sum += Candidate(query);
    if (query.CommittedStatus() == COMMITTED_TRIANGLE_HIT) {
        float3x4 from = query.CommittedObjectToWorld3x4();
        float4x3 to = query.CommittedWorldToObject4x3();
        uint numbers = query.CommittedInstanceID() + query.CommittedInstanceIndex() + query.CommittedGeometryIndex()
            + query.CommittedPrimitiveIndex() + query.CommittedInstanceContributionToHitGroupIndex();
        sum += from[0].w + to[3].x + numbers + query.CommittedRayT() + (query.CommittedTriangleFrontFace() ? 1 : 0);
    }
    else {
        query.Abort();
    }
    g_Out[lane] = float4(query.WorldRayOrigin() + query.CommittedObjectRayDirection(), sum + query.RayTMin() + query.RayFlags());
}
