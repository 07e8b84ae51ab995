#version 450
layout(location = 0) in vec4 a;
layout(location = 0, component = 2) in float b;
layout(location = 1) in mat3 m;
layout(location = 2, component = 3) in float x;
layout(location = 5) in vec2 c;
layout(location = 5, component = 2) in int d; // uberc: the specification asks for one kind of number

void main()
{
    gl_Position = a;
}
