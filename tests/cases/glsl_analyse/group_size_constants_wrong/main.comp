#version 460
const bool IS_BIG = false;
layout(local_size_y = IS_BIG ? 64 : 32) in;
layout(local_size_z = int(2.5)) in;
layout(local_size_z_id = 4) uniform Block { uint value; };
uniform Members { layout(local_size_x_id = 4) uint first; layout(offset = 16) uint second; } members;
layout(std430, set = 0, binding = 0) buffer Values { layout(binding = 4) uint results[16]; } values;
layout(std430, set = 0, binding = 1) buffer Results { uint results[]; };

void write(layout(local_size_x_id = 2) uint at) { results[at] = 1; }

void main()
{
    write(0);
    results[0] = gl_WorkGroupSize.y;
}
