RaytracingAccelerationStructure g_Scene : register(t0);

float4 main() : SV_Target
{
    RayQuery none;
    RayQuery<float> typed;
    RayQuery<RAY_FLAG_FORCE_OPAQUE> query;
    RayDesc ray = (RayDesc)0;
    query.TraceRayInline(g_Scene, 0, ray);
    query.CommitProceduralPrimitiveHit();
    query.CommittedT();
    return query.CommittedRayT();
}
