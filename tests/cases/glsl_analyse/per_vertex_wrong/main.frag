#version 460
#extension GL_EXT_fragment_shader_barycentric : require
layout(location = 0) pervertexEXT in vec4 corners[3];
layout(location = 3) pervertexEXT in vec2 places[];
layout(location = 6) pervertexEXT in vec4 single;
layout(location = 7) pervertexEXT in int numbers[4];
layout(location = 0) out vec4 result;

void main()
{
    result = corners[0] * gl_BaryCoordEXT.x + corners[1] * gl_BaryCoordEXT.y + vec4(places[2], single.xy);
}
