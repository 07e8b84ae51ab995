#version 450
layout(binding = 0, rgba8) uniform writeonly image2DMS target;
out vec4 color;
void main()
{
    imageStore(target, ivec2(0), 0, vec4(1));
    color = vec4(1);
}
