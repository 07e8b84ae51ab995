#version 450
// Two colours at one location.
layout(location = 0) in vec4 tint;
layout(location = 0, index = 0) out vec4 colour;
layout(location = 0, index = 1) out vec4 coverage;

void main()
{
    colour = tint;
    coverage = tint.aaaa * 0.5;
}
