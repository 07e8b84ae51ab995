#version 420
layout(location = 0, component = 1) in float a;
layout(location = 0) out vec4 colour;

void main()
{
    colour = vec4(a);
}
