#version 450
#extension GL_NV_compute_shader_derivatives : require
// Four invocations in a row are a quad.
layout(local_size_x = 8) in;
layout(derivative_group_linearNV) in;
layout(binding = 0) uniform sampler2D picture;
layout(binding = 1) buffer Out { vec4 results[]; };

void main()
{
    vec2 at = vec2(gl_LocalInvocationID.xy) / 8.0;
    results[gl_LocalInvocationIndex] = texture(picture, at) + vec4(dFdx(at), dFdyFine(at.y), fwidthCoarse(at.x));
}
