#version 460
layout(std430, set = 0, binding = 0) buffer Values { uint results[16]; } values;

uint early() {
    return gl_WorkGroupSize.x; // uberc: glslang takes it, and returns 1
}

layout(local_size_x = 16) in;

void main()
{
    values.results[gl_LocalInvocationIndex] = gl_WorkGroupSize.x + early();
}
