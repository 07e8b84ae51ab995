#version 460
layout(local_size_x = 8) in;
layout(std430, binding = 9) buffer Out { uint values[]; };
layout(binding = 3) uniform sampler2D layers[3];
void main()
{
    uint x = gl_GlobalInvocationID.x;
    values[x] = uint(textureLod(layers[x % 3], vec2(0.5), 0).x + textureLod(layers[2], vec2(0.5), 0).x);
}
