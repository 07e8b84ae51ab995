#version 460
#extension GL_EXT_shader_8bit_storage : enable
#extension GL_EXT_shader_explicit_arithmetic_types_int8 : enable
#extension GL_EXT_shader_image_int64 : enable
#extension GL_KHR_memory_scope_semantics : enable
layout(local_size_x = 16) in;
layout(std430, set = 0, binding = 0) buffer Values { uint results[16]; } values;
layout(binding = 1, r64ui) uniform u64image2D wide;
#ifndef GL_EXT_shader_8bit_storage
#error `GL_EXT_shader_8bit_storage` is a macro, as it is to glslang
#endif

void main()
{
    uint8_t small = uint8_t(1);
    values.results[0] = atomicLoad(values.results[1], gl_ScopeDevice, 0, 0);
    controlBarrier(gl_ScopeDevice, gl_ScopeDevice, 0, 0);
    values.results[1] = unknown;
}
