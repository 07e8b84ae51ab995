#version 460
layout(location = 0) out vec4 result;
layout(location = 0) flat in int whole;

int chosen(uint a) { return 1; }
int chosen(float a) { return 2; }

void main()
{
    result = vec4(chosen(whole));
}
