#version 460
// The size of a group has the number of a constant, and another value where the pipeline gives none.
layout(local_size_x_id = 0, local_size_x = 16, local_size_y_id = 0) in;
layout(constant_id = 0) const uint NUMBER = 8;
layout(std430, set = 0, binding = 0) buffer Values { uint results[16]; } values;

void main()
{
    values.results[gl_LocalInvocationIndex] = NUMBER + gl_WorkGroupSize.x * 100u + gl_WorkGroupSize.y * 10000u;
}
