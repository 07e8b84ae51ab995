#version 460
layout(set = 0, binding = 0) buffer Values { float values[]; };

void main()
{
    values[gl_GlobalInvocationID.x] *= 2.0;
}
