#version 460
layout(local_size_x_id = 0) in;
layout(std430, set = 0, binding = 0) buffer Values { uint results[32]; } values;

void main()
{
    values.results[gl_LocalInvocationIndex] = gl_WorkGroupSize.x;
}
