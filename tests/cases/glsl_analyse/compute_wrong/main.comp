#version 460
// There is no size of the groups.
layout(set = 0, binding = 0) readonly buffer Values { float values[]; } values;
layout(set = 0, binding = 1) buffer Counts { uint count; float tail[]; vec2 more; };
shared float column = 1.0;
in vec3 position;

void main()
{
    values.values[0] = 1.0;
    count.x = 1.0;
    atomicAdd(count, 1.0);
    int length = values.values.length;
    gl_GlobalInvocationID.x = 1u;
    dFdx(1.0);
    barrier(1);
}
