float before;
#version 460
#extension GL_NV_mesh_shader : require
#extension GL_EXT_mesh_shadr : enable
layout(location = 0) out vec4 result;

void main()
{
    result = vec4(before);
}
