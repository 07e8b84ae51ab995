#version 460
#extension GL_KHR_memory_scope_semantics : enable
layout(local_size_x = 32) in;
layout(std430, set = 0, binding = 0) buffer Values { uint results[32]; } values;

void main()
{
    values.results[gl_LocalInvocationIndex] = unknown;
}
