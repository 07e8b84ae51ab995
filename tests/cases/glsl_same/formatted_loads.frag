#version 460
#extension GL_EXT_shader_image_load_formatted : require
// Images that are read without a format.
layout(location = 0) out vec4 result;
layout(set = 0, binding = 0) uniform readonly image2D picture;
layout(set = 0, binding = 1, r32f) uniform image2D other;

void main()
{
    ivec2 at = ivec2(gl_FragCoord.xy);
    result = imageLoad(picture, at) + imageLoad(other, at);
}
