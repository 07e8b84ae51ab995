#version 450
#extension GL_EXT_subgroup_uniform_control_flow : require
// Invocations of a subgroup that leave a choice meet again behind it.
layout(local_size_x = 8) in;
layout(binding = 0) buffer Out { uint results[8]; };

void main() [[subgroup_uniform_control_flow]]
{
    results[gl_LocalInvocationIndex] = gl_LocalInvocationIndex > 3 ? 1u : 2u;
}
