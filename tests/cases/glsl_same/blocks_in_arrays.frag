#version 460
// A block of inputs in an array: the elements follow each other.
layout(location = 1) in Light { vec3 tint; vec2 place[2]; } lights[2];
layout(location = 0) out vec4 color;

void main()
{
    color = vec4(lights[1].tint, lights[0].place[1].y + lights[1].place[0].x);
}
