#version 460
#extension GL_EXT_fragment_shader_barycentric : require
layout(location = 0) out vec4 result;
layout(location = 1) pervertexEXT out vec4 others[3];

void main()
{
    result = gl_BaryCoordEXT.xyzx;
    others[0] = result;
}
