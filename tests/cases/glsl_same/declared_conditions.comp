#version 460
#extension GL_EXT_shader_image_load_formatted : require
// Loops whose conditions declare variables, and parts of constant arrays and structures.
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer Values { int count; float results[32]; } values;
const int SIZES[3] = int[3](1, 2, 3);
struct Range { vec2 limits; int first; int last[2]; };
const Range RANGE = Range(vec2(1.0, 4.0), 3, int[2](5, 6));
float list[SIZES[1] + RANGE.last[1]];

int left = 5;
bool more() { return left-- > 0; }

void main()
{
    float sum = 0.0;
    while (bool go = more()) {
        if (left == 3)
            continue;
        sum += go ? float(left) : 100.0;
        if (left == 1)
            break;
    }
    values.results[0] = sum;
    left = 3;
    int i = 0;
    for (int at = 10; bool rest = left > i; at++) {
        sum += rest ? float(at) : 50.0;
        i++;
    }
    values.results[1] = sum;
    for (int at = 0; at < list.length(); at++)
        list[at] = float(at);
    values.results[2] = list[RANGE.last[0]] + RANGE.limits.y;
}
