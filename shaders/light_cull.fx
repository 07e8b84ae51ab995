// Assigns lights to the clusters that mesh.fx and deferred.fx read: one group a cluster, lights tested in parallel
// against the cluster's box and gathered in shared memory.

#include "lights.fxh"

#define kGROUP 64

bool g_bConeTest; // also rejects spot lights by their cone
bool g_bSorted;   // stable order from frame to frame, at the price of a sort

cbuffer Culling : register(b1)
{
    uint g_LightCount;
    uint g_IndexCapacity;
};

StructuredBuffer<Light> g_Lights : register(t0);
RWStructuredBuffer<uint2> g_Clusters : register(u0);
RWStructuredBuffer<uint> g_ClusterLights : register(u1);
// [0] entries of g_ClusterLights in use.
RWStructuredBuffer<uint> g_Allocator : register(u2);

groupshared uint s_Count;
groupshared uint s_Base;
groupshared uint s_Lights[kLIGHTS_PER_CLUSTER];

struct ClusterBox
{
    float3 lower;
    float3 upper;
};

// Box of the cluster in view space, +z into the screen.
ClusterBox BoxOfCluster(uint3 cluster)
{
    float2 tileSize = 1.0 / float2(kCLUSTERS_X, kCLUSTERS_Y);
    float2 uv0 = (float2)cluster.xy * tileSize;
    float2 uv1 = uv0 + tileSize;
    float nearDepth = ClusterSliceNear(cluster.z);
    float farDepth = ClusterSliceNear(cluster.z + 1u);
    // Corners at both ends: the frustum widens, so the extremes may lie at either.
    float3 a = ViewFromLinearDepth(uv0, nearDepth);
    float3 b = ViewFromLinearDepth(uv1, nearDepth);
    float3 c = ViewFromLinearDepth(uv0, farDepth);
    float3 d = ViewFromLinearDepth(uv1, farDepth);
    ClusterBox box;
    box.lower = min(min(a, b), min(c, d));
    box.upper = max(max(a, b), max(c, d));
    return box;
}

bool SphereTouchesBox(float3 centre, float radius, ClusterBox box)
{
    float3 nearest = clamp(centre, box.lower, box.upper);
    float3 d = centre - nearest;
    return dot(d, d) <= radius * radius;
}

// The box's bounding sphere against the cone (Wronski, "Cull that cone!", 2017).
bool ConeTouchesBox(float3 apex, float3 direction, float cosine, float range, ClusterBox box)
{
    float3 centre = 0.5 * (box.lower + box.upper);
    float radius = 0.5 * length(box.upper - box.lower);
    float3 v = centre - apex;
    float along = dot(v, direction);
    float sine = sqrt(max(1.0 - cosine * cosine, 0.0));
    float closest = cosine * sqrt(max(dot(v, v) - along * along, 0.0)) - along * sine;
    bool outside = closest > radius || along > radius + range || along < -radius;
    return !outside;
}

bool LightTouchesBox(Light light, ClusterBox box)
{
    float3 centre = mul(g_View, float4(light.position, 1.0)).xyz;
    bool touches = SphereTouchesBox(centre, light.range, box);
    if (g_bConeTest)
    {
        // Beyond a right angle the formula does not hold; such lights count as points.
        if (touches && light.cosOuter > 0.0)
        {
            float3 direction = mul((float3x3)g_View, light.direction);
            touches = ConeTouchesBox(centre, direction, light.cosOuter, light.range, box);
        }
    }
    return touches;
}

// Number of gathered lights with a smaller index: the place of `value` in sorted order.
uint RankInCluster(uint value, uint count)
{
    uint rank = 0u;
    for (uint i = 0u; i < count; ++i)
    {
        rank += s_Lights[i] < value ? 1u : 0u;
    }
    return rank;
}

[numthreads(kGROUP, 1, 1)]
void CullCS(uint3 cluster : SV_GroupID, uint thread : SV_GroupIndex)
{
    if (thread == 0u)
    {
        s_Count = 0u;
    }
    GroupMemoryBarrierWithGroupSync();

    ClusterBox box = BoxOfCluster(cluster);
    for (uint index = thread; index < g_LightCount; index += kGROUP)
    {
        if (LightTouchesBox(g_Lights[index], box))
        {
            uint slot;
            InterlockedAdd(s_Count, 1u, slot);
            if (slot < kLIGHTS_PER_CLUSTER)
            {
                s_Lights[slot] = index;
            }
        }
    }
    GroupMemoryBarrierWithGroupSync();

    uint count = min(s_Count, (uint)kLIGHTS_PER_CLUSTER);
    if (thread == 0u)
    {
        uint base;
        InterlockedAdd(g_Allocator[0], count, base);
        // A full list drops this cluster's lights instead of writing past the end.
        uint kept = base + count <= g_IndexCapacity ? count : 0u;
        s_Base = base;
        uint flat = cluster.x + kCLUSTERS_X * (cluster.y + kCLUSTERS_Y * cluster.z);
        g_Clusters[flat] = uint2(base, kept);
    }
    GroupMemoryBarrierWithGroupSync();

    if (thread < count && s_Base + count <= g_IndexCapacity)
    {
        uint light = s_Lights[thread];
        uint place = g_bSorted ? RankInCluster(light, count) : thread;
        g_ClusterLights[s_Base + place] = light;
    }
}
