#version 450
layout(input_attachment_index = 1, binding = 0) uniform subpassInputMS samples;
layout(location = 0) flat in int which;
layout(location = 0) out vec4 colour;

void main()
{
    colour = subpassLoad(samples, 0) + subpassLoad(samples, which & 3) * 0.5;
}
