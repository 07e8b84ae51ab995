#version 460
layout(local_size_x = 8) in;
layout(binding = 0, r32ui) uniform uimage2D marks;
layout(binding = 1, r32ui) uniform uimage2D many[2];
layout(std430, binding = 9) buffer Out { uint values[]; };
uniform bool RESULT;
void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    imageAtomicAdd(marks, at, 3u);
    imageStore(many[at.x & 1], at, imageLoad(many[1], at));
    if (RESULT)
        values[at.x] = imageAtomicMax(marks, at, 4u);
}
