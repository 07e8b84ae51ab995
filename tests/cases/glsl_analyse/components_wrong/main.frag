#version 450
layout(location = 0, component = 4) in float a;
layout(component = 1) in float b;
layout(location = 1, component = 2) in vec3 c;
layout(location = 2, component = 1) in mat2 d;
layout(location = 6) in vec3 e;
layout(location = 6, component = 2) in float f;
layout(location = 7) in vec2 g;
layout(location = 7, component = 2) flat in int h;
layout(location = 8) in vec2 i;
layout(location = 8, component = 2) centroid in float j;
layout(location = 9, component = 0) flat in double k;
in Block {
    layout(location = 10, component = 3) vec2 l;
    layout(component = 1) float m;
};
layout(location = 0, component = 1) out vec4 colour;

void main()
{
    colour = vec4(1.0);
}
