#version 460
#extension GL_KHR_shader_subgroup_clustered : require
#extension GL_EXT_shader_subgroup_extended_types_int64 : require
// Reductions of clusters, which naga's IR does not have.
layout(local_size_x = 32) in;
layout(std430, set = 0, binding = 0) buffer Values { uint results[32 * 16]; } values;

void main()
{
    uint lane = gl_LocalInvocationIndex;
    uint number = (lane * 37u + 11u) % 29u;
    int whole = int(number) - 14;
    float real = float(whole) * 0.5;
    uint at = lane * 16u;
    values.results[at + 6u] = subgroupClusteredAdd(number, 4u);
    values.results[at + 7u] = uint(subgroupClusteredMin(whole, 2));
    values.results[at + 8u] = uint(int(subgroupClusteredMax(real, 4) * 2.0));
    values.results[at + 9u] = uint(subgroupClusteredOr(number > 25u, 4u));
    values.results[at + 10u] = uint(subgroupClusteredXor(uint64_t(number) << 32, 2u) >> 32);
}
