#version 460
#extension GL_OVR_multiview2 : require
layout(num_views = 2) in;
layout(std140, set = 0, binding = 0) uniform Views { mat4 matrices[2]; } views;
layout(location = 0) in vec4 position;

void main()
{
    gl_Position = views.matrices[gl_ViewID_OVR] * position;
}
