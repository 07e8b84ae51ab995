// Particle simulation: one thread a slot. Free slots are reborn from the emitter; the living move, collide and age.
// Survivors are compacted into a draw list, one atomic a group instead of one a particle.

#include "particle_types.fxh"
#include "random.fxh"
#include "view.fxh"

#define kGROUP 128
#define kMAX_ATTRACTORS 8

int g_nAttractors; // point forces
bool g_bCollide;   // bounces off the depth buffer
bool g_bCurlNoise; // swirling air
int g_EmitterShape; // Point, Sphere, Box, Cone

cbuffer Simulation : register(b1)
{
    float4x4 g_EmitterTransform;
    // xyz: position, w: strength (negative repels).
    float4 g_Attractors[kMAX_ATTRACTORS];
    float3 g_Gravity;
    float g_DeltaTime;
    float3 g_EmitterExtent;
    float g_Drag;
    float4 g_StartColor;
    float2 g_SpeedRange;
    float2 g_LifetimeRange;
    float2 g_SizeRange;
    float g_NoiseScale;
    float g_NoiseStrength;
    float g_Restitution;
    float g_CollisionThickness;
    uint g_ParticleCount;
    uint g_FrameSeed;
    uint g_SpawnBudget;
};

Texture2D<float> g_SceneDepth : register(t0);
SamplerState g_PointClamp : register(s0);
RWStructuredBuffer<Particle> g_Particles : register(u0);
RWStructuredBuffer<uint> g_AliveList : register(u1);
// [0] alive, [1] spawned in this frame.
RWStructuredBuffer<uint> g_Counters : register(u2);

groupshared uint s_GroupAlive;
groupshared uint s_GroupBase;

float3 EmitterPoint(inout uint seed)
{
    float3 p = float3(0.0, 0.0, 0.0);
    switch (g_EmitterShape)
    {
    case 1:
        // Cube root: uniform in volume and not crowded at the centre.
        p = NextRandomDirection(seed) * g_EmitterExtent * pow(NextRandom(seed), 1.0 / 3.0);
        break;
    case 2:
        p.x = NextRandom(seed) * 2.0 - 1.0;
        p.y = NextRandom(seed) * 2.0 - 1.0;
        p.z = NextRandom(seed) * 2.0 - 1.0;
        p *= g_EmitterExtent;
        break;
    default:
        break;
    }
    return p;
}

float3 EmitterVelocity(inout uint seed, float3 localPoint)
{
    float speed = lerp(g_SpeedRange.x, g_SpeedRange.y, NextRandom(seed));
    float3 direction = NextRandomDirection(seed);
    if (g_EmitterShape == 1)
    {
        direction = SafeNormalize(localPoint + direction * 1e-3);
    }
    if (g_EmitterShape == 3)
    {
        // The cone opens along +y; the extent is its radius at height one.
        float angle = NextRandom(seed) * kTwoPi;
        float radius = sqrt(NextRandom(seed));
        float2 rim = float2(cos(angle), sin(angle)) * radius * g_EmitterExtent.xz;
        direction = SafeNormalize(float3(rim.x, 1.0, rim.y));
    }
    return direction * speed;
}

Particle Spawn(uint slot)
{
    uint seed = HashUint2(uint2(slot, g_FrameSeed));
    float3 localPoint = EmitterPoint(seed);
    float3 localVelocity = EmitterVelocity(seed, localPoint);

    Particle particle;
    particle.position = mul(g_EmitterTransform, float4(localPoint, 1.0)).xyz;
    particle.velocity = mul((float3x3)g_EmitterTransform, localVelocity);
    particle.age = 0.0;
    particle.lifetime = lerp(g_LifetimeRange.x, g_LifetimeRange.y, NextRandom(seed));
    particle.size = lerp(g_SizeRange.x, g_SizeRange.y, NextRandom(seed));
    particle.rotation = NextRandom(seed) * kTwoPi;
    particle.spin = NextRandom(seed) * 2.0 - 1.0;
    particle.color = g_StartColor;
    particle.seed = seed;
    return particle;
}

// Curl of a noise potential: free of divergence, so particles neither bunch up nor leave holes
// (Bridson et al., "Curl-Noise for Procedural Fluid Flow", 2007).
float3 CurlNoise(float3 p)
{
    const float e = 0.1;
    float zy = ValueNoise(p.xy + float2(0.0, e)) - ValueNoise(p.xy - float2(0.0, e));
    float zx = ValueNoise(p.xy + float2(e, 0.0)) - ValueNoise(p.xy - float2(e, 0.0));
    float xz = ValueNoise(p.yz + float2(31.4, e)) - ValueNoise(p.yz + float2(31.4, -e));
    float xy = ValueNoise(p.yz + float2(31.4 + e, 0.0)) - ValueNoise(p.yz + float2(31.4 - e, 0.0));
    float yx = ValueNoise(p.zx + float2(77.7, e)) - ValueNoise(p.zx + float2(77.7, -e));
    float yz = ValueNoise(p.zx + float2(77.7 + e, 0.0)) - ValueNoise(p.zx + float2(77.7 - e, 0.0));
    return float3(zy - yz, xz - zx, yx - xy) / (2.0 * e);
}

float3 Acceleration(Particle particle)
{
    float3 sum = g_Gravity - particle.velocity * g_Drag;
    for (int i = 0; i < g_nAttractors; ++i)
    {
        float3 offset = g_Attractors[i].xyz - particle.position;
        // Softened, or a particle that passes through the centre is shot away.
        float d2 = dot(offset, offset) + 0.25;
        sum += offset * (g_Attractors[i].w * rsqrt(d2) / d2);
    }
    if (g_bCurlNoise)
    {
        float3 flow = CurlNoise(particle.position * g_NoiseScale + float3(0.0, g_Time * 0.1, 0.0));
        sum += flow * g_NoiseStrength;
    }
    return sum;
}

// What is seen is what can be hit: the depth buffer serves as the world, with a thickness.
Particle Collide(Particle particle, float3 before)
{
    Particle result = particle;
    float4 clipPosition = mul(g_ViewProjection, float4(particle.position, 1.0));
    float2 uv = NdcToUv(clipPosition.xy / max(clipPosition.w, kTiny));
    if (clipPosition.w > 0.0 && all(uv == saturate(uv)))
    {
        float2 texel = g_Viewport.zw;
        float depth = g_SceneDepth.SampleLevel(g_PointClamp, uv, 0.0);
        float behind = clipPosition.w - LinearizeDepth(depth);
        if (behind > 0.0 && behind < g_CollisionThickness)
        {
            float3 p = WorldFromDepth(uv, depth);
            float2 uvX = uv + float2(texel.x, 0.0);
            float2 uvY = uv + float2(0.0, texel.y);
            float3 px = WorldFromDepth(uvX, g_SceneDepth.SampleLevel(g_PointClamp, uvX, 0.0));
            float3 py = WorldFromDepth(uvY, g_SceneDepth.SampleLevel(g_PointClamp, uvY, 0.0));
            float3 normal = SafeNormalize(cross(py - p, px - p));
            normal = dot(normal, g_CameraPosition - p) < 0.0 ? -normal : normal;
            float into = dot(particle.velocity, normal);
            if (into < 0.0)
            {
                result.velocity = particle.velocity - normal * ((1.0 + g_Restitution) * into);
                result.position = before;
            }
        }
    }
    return result;
}

Particle Integrate(Particle particle)
{
    Particle next = particle;
    float3 before = particle.position;
    // Semi-implicit Euler: stable under springs and attractors at frame-sized steps.
    next.velocity += Acceleration(particle) * g_DeltaTime;
    next.position += next.velocity * g_DeltaTime;
    next.rotation += particle.spin * g_DeltaTime;
    next.age += g_DeltaTime;
    if (g_bCollide)
    {
        next = Collide(next, before);
    }
    return next;
}

[numthreads(kGROUP, 1, 1)]
void SimulateCS(uint3 id : SV_DispatchThreadID, uint threadIndex : SV_GroupIndex)
{
    if (threadIndex == 0u)
    {
        s_GroupAlive = 0u;
    }
    GroupMemoryBarrierWithGroupSync();

    uint slot = id.x;
    bool inRange = slot < g_ParticleCount;
    bool alive = false;
    uint localIndex = 0u;
    if (inRange)
    {
        Particle particle = g_Particles[slot];
        alive = IsAlive(particle);
        if (alive)
        {
            particle = Integrate(particle);
        }
        else
        {
            uint spawned;
            InterlockedAdd(g_Counters[1], 1u, spawned);
            if (spawned < g_SpawnBudget)
            {
                particle = Spawn(slot);
            }
        }
        alive = IsAlive(particle);
        g_Particles[slot] = particle;
        if (alive)
        {
            InterlockedAdd(s_GroupAlive, 1u, localIndex);
        }
    }
    GroupMemoryBarrierWithGroupSync();

    if (threadIndex == 0u)
    {
        uint base;
        InterlockedAdd(g_Counters[0], s_GroupAlive, base);
        s_GroupBase = base;
    }
    GroupMemoryBarrierWithGroupSync();

    if (alive)
    {
        g_AliveList[s_GroupBase + localIndex] = slot;
    }
}
