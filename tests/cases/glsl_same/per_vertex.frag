#version 460
#extension GL_EXT_fragment_shader_barycentric : require
// Inputs at each vertex of the triangle, which this stage interpolates itself.
layout(location = 0) pervertexEXT in vec4 corners[3];
layout(location = 1) pervertexEXT in int numbers[];
layout(location = 0) out vec4 result;

void main()
{
    vec3 at = gl_BaryCoordEXT;
    result = corners[0] * at.x + corners[1] * at.y + corners[2] * at.z;
    result.w = float(numbers[2]);
}
