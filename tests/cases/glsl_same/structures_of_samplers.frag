#version 450
// Uniforms of structures that hold samplers: each member is a uniform of its own.
layout(location = 0) in vec2 at;
layout(location = 0) out vec4 color;
struct Layer { sampler2D picture; };
uniform Layer base;

vec4 read(const Layer layer, vec2 place)
{
    return texture(layer.picture, place);
}

void main()
{
    color = read(base, at);
}
