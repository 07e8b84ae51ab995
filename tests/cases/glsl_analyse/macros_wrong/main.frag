#version 460
#define LEVEL 1
#define LEVEL 1
#define LEVEL 2
#define GL_OWN 1
#undef GL_EXT_multiview
layout(location = 0) out vec4 result;

void main()
{
    result = vec4(LEVEL);
}
