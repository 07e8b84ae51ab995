#version 450
// A gather with an offset for each texel.
layout(location = 0) in vec2 at;
layout(binding = 0) uniform sampler2D picture;
layout(location = 0) out vec4 color;
const ivec2 offsets[4] = ivec2[4](ivec2(0, 0), ivec2(1, 2), ivec2(-1, 1), ivec2(3, -2));

void main()
{
    color = textureGatherOffsets(picture, at, offsets) + textureGatherOffsets(picture, at, offsets, 2) * 0.5;
}
