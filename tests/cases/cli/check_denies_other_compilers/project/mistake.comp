#version 460
#extension GL_EXT_ray_query : enable
layout(local_size_x = 32) in;
layout(std430, set = 0, binding = 0) buffer Values { uint results[32]; } values;

void main()
{
    values.results[gl_LocalInvocationIndex] = unknown;
}
