#version 460
// What the source leaves open is numbered by all declarations of the unit, in every variant and by every compiler.
struct Tangent {
    vec4 value;
};
uniform bool lit;
uniform bool shifted;
uniform sampler2D unused;
uniform sampler2D picture;
layout(std140) uniform Tint {
    vec4 tint;
} tints;

#if UBERC_VERTEX
in vec3 position;               // 0
in mat3 frame;                  // 2 to 4
layout(location = 1) in vec4 early;
in vec2 texcoord;               // 5
in vec3 offset;                 // 6
out Surface {
    vec3 normal;
    vec2 uv;
} surface;
out vec3 extra;
layout(location = 4) out Tangent tangent;

void vertex() {
    vec3 at = position;
    if (shifted)
        at += offset;
    surface.normal = vec3(0.0);
    surface.uv = texcoord;
    tangent.value = vec4(1.0);
    if (lit) {
        surface.normal = frame[2];
        extra = early.xyz;
    }
    gl_Position = vec4(at, 1.0);
}
#else
in Surface {
    vec3 normal;
    vec2 uv;
} surface;
in vec3 extra;
layout(location = 4) in Tangent tangent;
out vec4 first;                 // 0
out vec4 colour;                // 1

void shade() {
    colour = texture(picture, surface.uv) * tints.tint * tangent.value;
    if (lit)
        colour.rgb *= surface.normal + extra;
    if (shifted)
        first = vec4(1.0);
}
#endif
