#version 310 es
precision highp float;
struct Light { vec4 color; };
layout(std430) buffer Last { Light lights[]; } last;
layout(std430) buffer All { Light lights[2]; } all[];
layout(std430) buffer Four { Light lights[]; } four[4];
uniform highp sampler2D maps[];
uniform highp sampler2D pair[2];
layout(location = 0) out vec4 result;

void main()
{
    result = last.lights[7].color + all[1].lights[0].color + four[2].lights[5].color;
    result += texture(maps[1], vec2(0.5)) + texture(pair[1], vec2(0.5));
}
