#version 460
#extension GL_EXT_multiview : require
layout(std140, set = 0, binding = 0) uniform Views { mat4 matrices[2]; } views;
layout(location = 0) in vec4 position;

void main()
{
    gl_Position = views.matrices[gl_ViewIndex] * position;
}
