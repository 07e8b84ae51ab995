#version 460
// Particle simulation: an invocation a slot. The living move and age; those that are left are listed for drawing.
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_arithmetic : require

#include "random.glsl"
#include "view.glsl"

uniform bool collide;    // bounces off what the depth buffer shows
uniform bool curlNoise;  // swirling air
uniform bool subgroups;  // one atomic operation a subgroup in place of one a particle
uniform int attractors;  // point forces
uniform int emitter;     // Point, Sphere, Box

const int POINT = 0, SPHERE = 1, BOX = 2;

layout(local_size_x = 64) in;

struct Particle
{
    vec3 position;
    float age;
    vec3 velocity;
    float lifetime;
};

layout(std140, set = 1, binding = 0) uniform Simulation
{
    mat4 emitterToWorld;
    vec4 attractorsAt[4]; // w: strength
    vec3 gravity;
    float step;
    vec3 extent;
    float drag;
    vec2 lifetimes;
    vec2 speeds;
    uint count;
    uint seed;
} simulation;

layout(std430, set = 1, binding = 1) restrict buffer Particles { Particle particles[]; };
layout(std430, set = 1, binding = 2) restrict writeonly buffer Alive { uint alive[]; };
layout(std430, set = 1, binding = 3) coherent buffer Counters { uint aliveCount; uint bornCount; };
layout(set = 1, binding = 4) uniform sampler2D sceneDepth;

vec3 direction(inout uint state)
{
    float z = random(state) * 2.0 - 1.0, turn = random(state) * 6.2831853;
    return vec3(sqrt(1.0 - z * z) * vec2(cos(turn), sin(turn)), z);
}

Particle born(inout uint state)
{
    vec3 at;
    switch (emitter) {
    case SPHERE:
        at = direction(state) * pow(random(state), 1.0 / 3.0) * simulation.extent;
        break;
    case BOX:
        at.x = random(state);
        at.y = random(state);
        at.z = random(state);
        at = (at * 2.0 - 1.0) * simulation.extent;
        break;
    default:
        at = vec3(0.0);
        break;
    }
    Particle made;
    made.position = (simulation.emitterToWorld * vec4(at, 1.0)).xyz;
    made.velocity = direction(state) * mix(simulation.speeds.x, simulation.speeds.y, random(state));
    made.age = 0.0;
    made.lifetime = mix(simulation.lifetimes.x, simulation.lifetimes.y, random(state));
    return made;
}

vec3 swirl(vec3 at)
{
    const float e = 0.1;
    float x = noise(at + vec3(0.0, e, 0.0)) - noise(at + vec3(0.0, 0.0, e));
    float y = noise(at + vec3(0.0, 0.0, e)) - noise(at + vec3(e, 0.0, 0.0));
    float z = noise(at + vec3(e, 0.0, 0.0)) - noise(at + vec3(0.0, e, 0.0));
    return vec3(x, y, z) / e;
}

void bounce(inout Particle one, vec3 before)
{
    vec4 clip = view.viewProjection * vec4(one.position, 1.0);
    vec3 at = clip.xyz / clip.w;
    vec2 uv = at.xy * vec2(0.5, -0.5) + 0.5;
    float depth = textureLod(sceneDepth, uv, 0.0).r;
    if (at.z <= depth || at.z > depth + 0.01)
        return;
    vec3 here = worldPosition(uv, depth);
    vec3 right = worldPosition(uv + vec2(1.0 / 1024.0, 0.0), depth) - here;
    vec3 up = worldPosition(uv + vec2(0.0, 1.0 / 1024.0), depth) - here;
    one.velocity = reflect(one.velocity, normalize(cross(right, up))) * 0.5;
    one.position = before;
}

void main()
{
    uint slot = gl_GlobalInvocationID.x;
    bool lives = slot < simulation.count;
    uint state = slot * 9781u + simulation.seed;
    if (lives) {
        Particle one = particles[slot];
        one.age += simulation.step;
        if (one.age >= one.lifetime) {
            one = born(state);
            atomicAdd(bornCount, 1u);
        }
        vec3 force = simulation.gravity - one.velocity * simulation.drag;
        for (int i = 0; i < attractors; ++i) {
            vec3 way = simulation.attractorsAt[i].xyz - one.position;
            force += way * (simulation.attractorsAt[i].w / max(dot(way, way), 0.01));
        }
        if (curlNoise)
            force += swirl(one.position);
        vec3 before = one.position;
        one.velocity += force * simulation.step;
        one.position += one.velocity * simulation.step;
        if (collide)
            bounce(one, before);
        particles[slot] = one;
    }
    if (subgroups) {
        uint mine = subgroupExclusiveAdd(lives ? 1u : 0u), all = subgroupAdd(lives ? 1u : 0u), first = 0u;
        if (subgroupElect())
            first = atomicAdd(aliveCount, all);
        first = subgroupBroadcastFirst(first);
        if (lives)
            alive[first + mine] = slot;
    } else if (lives) {
        alive[atomicAdd(aliveCount, 1u)] = slot;
    }
}
