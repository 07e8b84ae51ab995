#version 450
layout(location = 0, index = 1) in vec4 tint;
layout(index = 1) out vec4 colour;
layout(location = 0, index = 2) out vec4 third;

void main()
{
    third = vec4(1);
}
