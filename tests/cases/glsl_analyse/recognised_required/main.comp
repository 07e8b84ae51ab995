#version 460
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_8bit_storage : disable
layout(local_size_x = 16) in;
layout(std430, set = 0, binding = 0) buffer Values { uint results[16]; } values;

void main()
{
    values.results[0] = 1;
}
