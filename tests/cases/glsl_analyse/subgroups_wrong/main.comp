#version 460
#extension GL_KHR_shader_subgroup_clustered : require
#extension GL_KHR_shader_subgroup_shuffle : require
layout(local_size_x = 8) in;
layout(std430, binding = 0) buffer Values { uint results[8]; float reals[8]; } values;

void main()
{
    uint lane = gl_LocalInvocationIndex;
    values.results[0] = subgroupClusteredAdd(lane, lane);
    values.results[1] = subgroupClusteredAdd(lane, 3u);
    values.results[2] = subgroupInclusiveMin(lane);
    values.results[3] = subgroupShuffleUp(lane, 1u);
    values.results[4] = subgroupShuffle(lane, 1u) + subgroupClusteredMin(lane, 4u);
    values.reals[5] = subgroupClusteredXor(values.reals[0], 4u);
    values.results[6] = uint(gl_SubGroupSizeARB);
    values.results[7] = packFloat2x16(f16vec2(1.0));
    subgroupBarrier();
}
