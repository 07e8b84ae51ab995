#version 460
layout(location = 0) out vec4 result;
void main()
{
    int a = 4294967296;
    int b = 0xfffffffff;
    uint c = 09;
    float d = 1.0ff;
    int f = 12ab;
    float g = 1.5u;
    result = vec4(1.0);
}
