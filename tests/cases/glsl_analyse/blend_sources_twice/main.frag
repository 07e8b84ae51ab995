#version 450
layout(location = 0, index = 1) out vec4 coverage;
layout(location = 0, index = 1) out vec4 again;
layout(location = 0) out vec4 plain;
layout(location = 0, index = 0) out vec4 once_more;

void main()
{
    coverage = vec4(1);
    again = vec4(1);
    plain = vec4(1);
    once_more = vec4(1);
}
