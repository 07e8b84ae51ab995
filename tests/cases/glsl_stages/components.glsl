#version 450
#ifdef UBERC_VERTEX
// Attributes and outputs that share locations. The fragment stage reads `h` as a part of its location alone.
layout(location = 0) in vec3 place;
layout(location = 0, component = 3) in float weight;
layout(location = 0) out vec2 a;
layout(location = 0, component = 2) out float b;
layout(location = 0, component = 3) out float c;
layout(location = 1) out Block {
    layout(location = 1, component = 1) vec3 d;
    layout(location = 1) float unread;
};
layout(location = 2) flat out ivec3 f;
layout(location = 2, component = 3) flat out int e;
layout(location = 3, component = 2) out float g[2];
layout(location = 4) out vec2 h;
layout(location = 4, component = 3) out float alone;
layout(location = 5) flat out ivec2 signs;
layout(location = 5, component = 2) flat out uint bits;

void vs()
{
    gl_Position = vec4(place * 0.75, 1.0);
    a = place.xy * weight;
    b = place.z;
    c = weight + 0.25;
    d = place.zyx;
    unread = 7.0;
    f = ivec3(gl_VertexIndex, 2, -1);
    e = gl_VertexIndex * 5;
    g[0] = weight;
    g[1] = place.x;
    h = place.yx;
    alone = 3.0;
    signs = ivec2(-gl_VertexIndex, 3);
    bits = 0x80000001u;
}
#else
// Values that share locations, as inputs and as colours.
layout(location = 0) in vec2 a;
layout(location = 0, component = 2) in float b;
layout(location = 0, component = 3) in float c;
layout(location = 1, component = 1) in vec3 d;
layout(location = 2, component = 3) flat in int e;
layout(location = 2) flat in ivec3 f;
layout(location = 3, component = 2) in float g[2];
layout(location = 4) in vec2 h;
layout(location = 5) flat in ivec2 signs;
layout(location = 5, component = 2) flat in uint bits;
layout(location = 0) out vec2 first;
layout(location = 0, component = 2) out vec2 second;
layout(location = 1, component = 1) out uvec2 third;
layout(location = 1) out uint fourth;

void fs()
{
    first = a * b + h;
    second = vec2(c, d.z) - d.xy + g[0] * g[1];
    third = uvec2(e & 3, f.x + f.y + f.z);
    fourth = (bits >> 31) + uint(signs.x < 0 ? 2 : 4) + uint(signs.y);
}
#endif
