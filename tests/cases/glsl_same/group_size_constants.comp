#version 460
// The size of a group by specialisation constants, and what is made of it.
layout(local_size_x = 8, local_size_y_id = 4) in;
layout(local_size_y = 2, local_size_x_id = 3) in;
layout(constant_id = 3) const uint WIDTH = 8u;
layout(std430, set = 0, binding = 0) buffer Values { uint results[16]; } values;

void main()
{
    uint lane = gl_LocalInvocationID.y * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
    values.results[lane] = gl_WorkGroupSize.x * 100u + gl_WorkGroupSize.y * 10u + gl_WorkGroupSize.z;
    if (lane == 3u)
        values.results[lane] += WIDTH + uint(gl_MaxComputeWorkGroupSize.z);
}
