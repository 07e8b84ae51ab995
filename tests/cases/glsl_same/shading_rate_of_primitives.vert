#version 460
#extension GL_EXT_fragment_shading_rate : require
layout(location = 0) in vec4 position;
layout(location = 1) in int rate;

void main()
{
    gl_Position = position;
    gl_PrimitiveShadingRateEXT = rate | gl_ShadingRateFlag2VerticalPixelsEXT;
}
