#version 450
#extension GL_EXT_fragment_shader_barycentric : require
// A block with its values at each vertex.
layout(location = 0) pervertexEXT in Corner { vec3 normal; float weights[2]; } corners[];
layout(location = 0) out vec4 color;

void main()
{
    color = vec4(corners[0].normal * gl_BaryCoordEXT.x + corners[2].normal * gl_BaryCoordEXT.z, corners[1].weights[1]);
}
