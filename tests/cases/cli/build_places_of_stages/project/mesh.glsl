#version 460
#ifdef UBERC_VERTEX
layout(binding = 0) uniform texture2D layers[2];
layout(binding = 5) uniform sampler s;
layout(location = 0) in vec4 p;
layout(location = 0) out vec2 uv;
void vs()
{
    uv = textureLod(sampler2D(layers[0], s), p.xy, 0.0).xy + textureLod(sampler2D(layers[1], s), p.xy, 0.0).xy;
    gl_Position = p;
}
#endif
#ifdef UBERC_FRAGMENT
layout(binding = 1) uniform texture2D picture;
layout(binding = 5) uniform sampler s;
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;
void ps() { color = texture(sampler2D(picture, s), uv); }
#endif
