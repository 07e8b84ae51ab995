#version 460
#extension GL_ARB_shader_ballot : require
#extension GL_ARB_gpu_shader_int64 : require
// Ballots and masks in numbers of 64 bits.
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Values { uvec4 results[16]; } values;

void main()
{
    uint lane = gl_LocalInvocationIndex;
    uint64_t below = ballotARB(lane != 2u) & gl_SubGroupLtMaskARB;
    uvec2 halves = unpackUint2x32(below | gl_SubGroupEqMaskARB);
    values.results[lane] = uvec4(halves, readInvocationARB(lane * 3u, 1u), readFirstInvocationARB(gl_SubGroupInvocationARB));
    values.results[lane + 8u].x = gl_SubGroupSizeARB;
}
