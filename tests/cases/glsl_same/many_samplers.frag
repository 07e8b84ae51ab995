#version 460
#extension GL_EXT_nonuniform_qualifier : require
// Arrays of combined samplers at indices that differ between invocations.
layout(set = 0, binding = 0) uniform sampler2D pictures[4];
layout(location = 0) in vec2 uv;
layout(location = 1) flat in uint which;
layout(location = 0) out vec4 color;

void main()
{
    color = texture(pictures[nonuniformEXT(which & 3u)], uv) + textureLod(pictures[2], uv, 1.0);
}
