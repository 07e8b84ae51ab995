#version 460
layout(local_size_x = 8) in;
layout(location = 0) in vec3 position;
layout(location = 0) out vec3 result;
layout(set = 0, binding = 0) buffer Values { float values[]; };

void main()
{
    values[0] = gl_FragCoord.x;
}
