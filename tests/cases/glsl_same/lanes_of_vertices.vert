#version 450
#extension GL_KHR_shader_subgroup_ballot : require
// The number of a lane, and of lanes, in a vertex stage.
layout(location = 0) out float one;

void main()
{
    uint lane = gl_SubgroupInvocationID;
    one = lane < gl_SubgroupSize ? 1.0 : 0.0;
    gl_Position = vec4(float(gl_VertexIndex), 0.5, 0.0, 1.0);
}
