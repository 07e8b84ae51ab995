#version 460
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) readonly buffer Given { uint values[]; } given;
layout(std430, set = 0, binding = 1) buffer Counted { uint total; } counted;
const uint FIXED = 1u;

void main()
{
    atomicAdd(given.values[0], 1u);
    atomicMax(FIXED, 2u);
    atomicAdd(counted.total + 1u, 1u);
    float whole;
    modf(1.5, FIXED);
    counted.total += atomicAdd(counted.total, 1u);
}
