#version 450
// Memory barriers outside of a compute stage.
layout(location = 0) out vec4 color;
layout(binding = 0) buffer Values { float values[8]; };

void main()
{
    values[1] = 2.0;
    memoryBarrierBuffer();
    memoryBarrier();
    memoryBarrierImage();
    color = vec4(values[1], values[2], 0.0, 1.0);
}
