#version 460
layout(location = 0) out vec4 result;

float halves(float a)
{
    return a > 1.0 ? 1.0 + halves(a * 0.5) : 0.0;
}

void main()
{
    result = vec4(1.0);
}
