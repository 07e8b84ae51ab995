#version 450
// An index that is not constant needs a capability, which the software device does not have.
layout(input_attachment_index = 0, binding = 0) uniform subpassInput layers[2];
layout(location = 0) flat in int which;
layout(location = 0) out vec4 colour;

void main()
{
    colour = subpassLoad(layers[which & 1]);
}
