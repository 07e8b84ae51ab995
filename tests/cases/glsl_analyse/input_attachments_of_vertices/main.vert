#version 450
layout(input_attachment_index = 0, binding = 0) uniform subpassInput attachment;

void main()
{
    gl_Position = subpassLoad(attachment);
}
