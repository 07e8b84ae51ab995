#version 450
// What earlier subpasses wrote to the pixel: floats, whole numbers, an array of attachments, and a parameter.
layout(input_attachment_index = 0, set = 0, binding = 0) uniform subpassInput albedo;
layout(input_attachment_index = 1, set = 0, binding = 1) uniform usubpassInput material;
layout(input_attachment_index = 2, set = 0, binding = 2) uniform isubpassInput offsets;
layout(input_attachment_index = 4, set = 0, binding = 3) uniform subpassInput layers[2];
layout(location = 0) in vec4 tint;
layout(location = 0) out vec4 colour;
layout(location = 1) out uvec4 numbers;

vec4 of(subpassInput input_)
{
    return subpassLoad(input_) * 0.5;
}

void main()
{
    colour = subpassLoad(albedo) * tint + subpassLoad(layers[1]).bgra - of(layers[0]);
    numbers = subpassLoad(material) + uvec4(subpassLoad(offsets)).yxwz;
}
