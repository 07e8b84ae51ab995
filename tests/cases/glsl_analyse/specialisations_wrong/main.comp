#version 460
layout(local_size_x = 16, local_size_x_id = 0) in;
layout(constant_id = 0) const uint FIRST = 1;
layout(constant_id = 0) const bool SECOND = true;
layout(constant_id = 1) const float THIRD = 0.0;
layout(constant_id = 1) const double FOURTH = 0.0;
layout(std430, set = 0, binding = 0) buffer Values { uint results[16]; } values;

void main()
{
    values.results[gl_LocalInvocationIndex] = FIRST + uint(SECOND) + uint(THIRD);
}
