#version 460
#extension GL_EXT_fragment_shading_rate : require
// The size of the fragment in pixels.
layout(location = 0) in vec4 color;
layout(location = 0) out vec4 target;

void main()
{
    bool is_wide = (gl_ShadingRateEXT & (gl_ShadingRateFlag2HorizontalPixelsEXT | gl_ShadingRateFlag4HorizontalPixelsEXT)) != 0;
    target = is_wide ? color : color * float(gl_ShadingRateEXT & gl_ShadingRateFlag4VerticalPixelsEXT);
}
