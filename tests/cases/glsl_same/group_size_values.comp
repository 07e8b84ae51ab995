#version 460
// The size of a group is that of its layouts, up to where it is read, and of nothing else that has such a name.
const uint WIDTH = 3;
layout(std140, set = 0, binding = 1) uniform Sizes { uint local_size_x; uint local_size_y_id; } sizes;
layout(local_size_x = WIDTH + 1) in;
uint columns() { return gl_WorkGroupSize.x * 100u + gl_WorkGroupSize.y; }
int local_size_z = 7;
layout(LOCAL_SIZE_Y = 0x4) in;
shared uint rows[gl_WorkGroupSize.y];
const uint ALL = gl_WorkGroupSize.x * gl_WorkGroupSize.y;
layout(std430, set = 0, binding = 0) buffer Values { uint results[ALL]; } values;

void main()
{
    int local_size_x_id = 3;
    local_size_x_id = 2;
    if (gl_LocalInvocationID.x == 0u)
        rows[gl_LocalInvocationID.y] = ALL;
    barrier();
    uint size = gl_WorkGroupSize.x * 10000u + gl_WorkGroupSize.y * 1000u + gl_WorkGroupSize.z;
    uint others = uint(local_size_z + local_size_x_id) + min(sizes.local_size_x + sizes.local_size_y_id, 1u);
    values.results[gl_LocalInvocationIndex] = size + columns() + rows[gl_LocalInvocationID.y] + others * 1000000u;
}
