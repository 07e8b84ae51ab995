#version 460
#extension GL_KHR_shader_subgroup_arithmetic : require
// Scans that naga's IR does not have; barriers of a subgroup.
layout(local_size_x = 32) in;
layout(std430, set = 0, binding = 0) buffer Values { uint results[32 * 16]; } values;
shared uint held[32];

void main()
{
    uint lane = gl_LocalInvocationIndex;
    uint number = (lane * 37u + 11u) % 29u;
    int whole = int(number) - 14;
    float real = float(whole) * 0.5;
    uint at = lane * 16u;
    values.results[at + 0u] = subgroupInclusiveMin(number);
    values.results[at + 1u] = uint(subgroupExclusiveMax(whole));
    values.results[at + 2u] = uint(int(subgroupInclusiveMax(real) * 2.0));
    values.results[at + 3u] = subgroupExclusiveOr(1u << (number & 31u));
    values.results[at + 4u] = subgroupInclusiveXor(number);
    values.results[at + 5u] = uint(subgroupInclusiveAnd(number != 5u));
    uvec2 pair = subgroupInclusiveMin(uvec2(number, lane));
    values.results[at + 10u] = pair.x + pair.y;
    held[lane] = number;
    subgroupMemoryBarrierShared();
    subgroupBarrier();
    subgroupMemoryBarrier();
    values.results[at + 11u] = held[lane ^ 1u];
}
