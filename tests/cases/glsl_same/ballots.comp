#version 460
#extension GL_KHR_shader_subgroup_ballot : require
// What masks and ballots say, of lanes that agree on every device.
layout(local_size_x = 64) in;
layout(std430, set = 0, binding = 0) buffer Values { uint results[64]; } values;

void main()
{
    uvec4 all = subgroupBallot(true);
    uint wrong = 0u;
    wrong |= subgroupBallotBitCount(all) == gl_SubgroupSize ? 0u : 1u;
    wrong |= subgroupBallotExclusiveBitCount(all) == gl_SubgroupInvocationID ? 0u : 2u;
    wrong |= subgroupBallotInclusiveBitCount(all) == gl_SubgroupInvocationID + 1u ? 0u : 4u;
    wrong |= subgroupBallotFindLSB(all) == 0u ? 0u : 8u;
    wrong |= subgroupBallotFindMSB(all) == gl_SubgroupSize - 1u ? 0u : 16u;
    wrong |= subgroupInverseBallot(gl_SubgroupEqMask) ? 0u : 32u;
    wrong |= subgroupBallotBitExtract(gl_SubgroupLtMask, gl_SubgroupInvocationID) ? 64u : 0u;
    wrong |= (gl_SubgroupLeMask ^ gl_SubgroupGtMask) == all ? 0u : 128u;
    wrong |= (gl_SubgroupLtMask | gl_SubgroupGeMask) == all ? 0u : 256u;
    values.results[gl_LocalInvocationIndex] = wrong + 1000u;
}
