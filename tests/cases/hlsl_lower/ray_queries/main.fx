// stage: compute
// Ray queries: in SPIR-V alone. The suite `intrinsics` asks that each method is called here.
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
    uint numbers = query.CandidateInstanceID() + query.CandidateInstanceIndex() + query.CandidateGeometryIndex()
        + query.CandidatePrimitiveIndex() + query.CandidateInstanceContributionToHitGroupIndex();
    float3 at = query.CandidateObjectRayOrigin() + query.CandidateObjectRayDirection();
    float3x4 from = query.CandidateObjectToWorld3x4() + query.CandidateWorldToObject3x4();
    float4x3 to = query.CandidateObjectToWorld4x3() - query.CandidateWorldToObject4x3();
    float sum = query.CandidateTriangleRayT() + query.CandidateTriangleBarycentrics().x + numbers + at.z;
    return query.CandidateTriangleFrontFace() ? sum + from[2].w : sum + to[3].y;
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
        float3x4 from = query.CommittedObjectToWorld3x4() + query.CommittedWorldToObject3x4();
        float4x3 to = query.CommittedWorldToObject4x3() - query.CommittedObjectToWorld4x3();
        uint numbers = query.CommittedInstanceID() + query.CommittedInstanceIndex() + query.CommittedGeometryIndex()
            + query.CommittedPrimitiveIndex() + query.CommittedInstanceContributionToHitGroupIndex();
        sum += from[0].w + to[3].x + numbers + query.CommittedRayT() + query.CommittedTriangleBarycentrics().y;
        sum += query.CommittedTriangleFrontFace() ? 1 : query.CommittedObjectRayOrigin().x;
    }
    else {
        query.Abort();
    }
    float3 way = query.WorldRayOrigin() + query.WorldRayDirection() + query.CommittedObjectRayDirection();
    g_Out[lane] = float4(way, sum + query.RayTMin() + query.RayFlags());
}
