#version 450
#include "scale.glsl"

layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Values { vec4 values[]; };

bool g_bTwice;

void main()
{
    uint at = gl_GlobalInvocationID.x;
    vec4 value = values[at];
    if (g_bTwice)
        value.x = scaled(value.x, 2.0);
    values[at] = value;
}
