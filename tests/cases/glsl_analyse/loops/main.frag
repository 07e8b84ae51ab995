#version 460
// Declarations in the conditions of loops, parts of constants in sizes and labels, and images whose format the extension leaves open.
#extension GL_EXT_shader_image_load_formatted : require
layout(location = 0) out vec4 result;
layout(location = 0) flat in int count;
layout(rgba8) uniform image2D written;
uniform readonly image2D formatted;
const int SIZES[3] = int[3](1, 2, 3);
const int SIZE = SIZES[1];
struct Range { vec2 limits; int first; int last[2]; };
const Range RANGE = Range(vec2(1.0, 4.0), 3, int[2](5, 6));
float list[SIZE + RANGE.last[1] + int(RANGE.limits.y)];

bool more(int at) { return at < count; }

void main()
{
    int at = 0;
    float subgroupIndex = 1.0;
    result.w = subgroupIndex;
    while (bool go = more(at)) {
        at++;
        if (at == 7)
            continue;
        result.x += go ? 1.0 : 0.0;
    }
    for (int i = 0; bool go = more(i); i++)
        result.y += go ? 1.0 : 0.0;
    switch (count) {
    case SIZES[2]:
        result.z = 1.0;
        break;
    case RANGE.last[0]:
        result.z = 2.0;
        break;
    default:
        result.z = list[3];
    }
    result += imageLoad(formatted, ivec2(at));
}
