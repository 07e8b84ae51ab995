#version 450
layout(binding = 0) uniform Nothing { };
layout(binding = 1) buffer NoNames { } none;
layout(binding = 2) uniform One { vec4 color; };
layout(location = 0) out vec4 result;

void main()
{
    result = color;
}
