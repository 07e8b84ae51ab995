#version 460
#extension GL_EXT_ray_query : enable
#extension GL_EXT_shader_8bit_storage : enable
#extension GL_EXT_shader_explicit_arithmetic_types_int8 : enable
#extension GL_KHR_memory_scope_semantics : enable
layout(local_size_x = 16) in;
layout(std430, set = 0, binding = 0) buffer Values { uint results[16]; } values;
#ifndef GL_EXT_ray_query
#error `GL_EXT_ray_query` is a macro, as it is to glslang
#endif

void main()
{
    rayQueryEXT query;
    uint flags = gl_RayFlagsOpaqueEXT;
    uint8_t small = uint8_t(1);
    values.results[0] = atomicLoad(values.results[1], gl_ScopeDevice, 0, 0);
    controlBarrier(gl_ScopeDevice, gl_ScopeDevice, 0, 0);
    bool goes_on = rayQueryProceedEXT(query);
    values.results[1] = unknown;
}
