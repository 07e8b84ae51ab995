#version 450
layout(location = 6) in vec3 e;
layout(location = 6, component = 2) in float f;
layout(location = 7) in vec2 g;
layout(location = 7, component = 2) flat in int h; // uberc: the specification asks for equal types
layout(location = 8) in vec2 i;
layout(location = 8, component = 2) centroid in float j; // uberc: and for equal interpolation
layout(location = 10) in mat2 k;
layout(location = 11, component = 3) in float l;
in Block {
    layout(location = 12) vec2 m;
    layout(location = 12, component = 1) vec2 n;
};
layout(location = 0) out vec4 colour;

void main()
{
    colour = vec4(1.0);
}
