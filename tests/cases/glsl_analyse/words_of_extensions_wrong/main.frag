#version 450
#extension GL_EXT_demote_to_helper_invocation : require
#extension GL_ARB_gpu_shader_int64 : require
layout(location = 0) out vec4 color;

void main()
{
    float demote = 1.0;
    float int64_t = 1.0;
    float terminateInvocation = 1.0;
    color = vec4(terminateInvocation);
}
