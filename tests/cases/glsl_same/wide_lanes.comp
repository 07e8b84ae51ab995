#version 460
#extension GL_KHR_shader_subgroup_arithmetic : enable
#extension GL_EXT_shader_subgroup_extended_types_int64 : enable
#extension GL_EXT_shader_subgroup_extended_types_int16 : enable
// Integers of 16 and 64 bits in operations over lanes.
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer Values { uint results[24]; } values;

void main()
{
    uint lane = gl_LocalInvocationIndex;
    uint64_t wide = uint64_t(lane + 9u) << 32;
    uint16_t narrow = uint16_t(lane + 5u);
    values.results[lane] = uint(subgroupAnd(wide) >> 32);
    values.results[4 + lane] = uint(subgroupInclusiveXor(wide) >> 32);
    values.results[8 + lane] = uint(subgroupOr(narrow));
    values.results[12 + lane] = uint(subgroupAdd(int64_t(wide)) >> 32);
    values.results[16 + lane] = uint(subgroupExclusiveMax(narrow));
    values.results[20 + lane] = uint(subgroupExclusiveAnd(i16vec2(narrow, -2)).y);
}
