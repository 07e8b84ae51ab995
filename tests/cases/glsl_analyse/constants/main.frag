#version 460
// Constant expressions: sizes of arrays, cases, offsets, layouts.
layout(location = 0) out vec4 result;
const int COUNT = 2 + 3 * (true ? 1 : 2);
const float VALUES[COUNT] = { 1.0, 2.0, 3.0, 4.0, 5.0 };
const ivec2 OFFSETS[] = ivec2[](ivec2(0, 1), ivec2(1, 0));
const float ROOT = sqrt(16.0);
layout(set = COUNT - 4, binding = COUNT) uniform sampler2D picture;

void main()
{
    float sizes[COUNT * 2];
    for (int i = 0; i < sizes.length(); ++i)
        sizes[i] = float(i);
    switch (COUNT) {
    case COUNT - 1:
        result = vec4(1.0);
        break;
    case COUNT + 1:
        result = vec4(ROOT);
        break;
    default:
        result = vec4(0.0);
    }
    result += textureOffset(picture, vec2(0.5), OFFSETS[1]) + sizes[7] + gl_MaxDrawBuffers;
}
