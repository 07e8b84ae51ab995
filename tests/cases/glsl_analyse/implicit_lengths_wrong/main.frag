#version 450
layout(location = 0) in float weights[];
layout(location = 8) in float others[];
layout(location = 0) out vec4 color;
struct Inner { float others[3]; };

float at(int index)
{
    float own[];
    return own[index];
}

void main()
{
    float list[];
    list[3] = weights[2] + others[1];
    float list[2];
    color = vec4(list[0], weights[5], others[2], at(1));
    float sized[2];
    float sized[3];
}
