#version 460
layout(location = 0) out vec4 result;

float first(float a);
float second(float a) { return a > 0.0 ? first(a - 1.0) : 0.0; }
float first(float a) { return second(a * 0.5); }

void main()
{
    result = vec4(first(4.0));
}
