#version 460
#extension GL_EXT_ray_query : enable
layout(local_size_x = 32) in;
layout(std430, set = 0, binding = 0) buffer Values { uint results[32]; } values;

void main()
{
#ifdef GL_EXT_ray_query
    values.results[0] = gl_RayFlagsOpaqueEXT;
    values.results[1] = gl_RayFlagsTerminateOnFirstHitEXT;
#endif
}
