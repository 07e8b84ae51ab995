#version 450
// A texture and a sampler at one binding are the halves of one combined descriptor.
layout(location = 0) in vec2 at;
layout(binding = 3) uniform texture2D picture;
layout(binding = 3) uniform sampler point;
layout(location = 0) out vec4 color;

void main()
{
    color = texture(sampler2D(picture, point), at);
}
