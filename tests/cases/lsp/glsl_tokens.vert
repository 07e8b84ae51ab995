#version 460
#extension GL_EXT_nonuniform_qualifier : require
// One line.
/* A comment of
   two lines. */ #define LIGHTS 4u
layout(location = 0) in highp vec3 a_position;
layout(set = 0, binding = 1, std140) uniform Camera { mat4x3 u_view; dmat2 d; } camera;
uniform bool g_bFog, g_bSkinned;
uniform isampler2DArray u_a; uniform samplerCubeShadow u_b; uniform utexture3D u_c; uniform imageBuffer u_d; uniform sampler2DRect u_e;
struct Light { f16vec2 at; int64_t id; atomic_uint count; };
flat out uvec4 v_id;
vec4 lit(const in Light light, inout float sum)
{
    if (g_bFog && light.at.x >= 1.5e-3f) discard;
    for (int i = 0; i < LIGHTS; ++i) sum += .5 * 2. + 0x1Fu + 7 + 1e5;
    sum <<= 1; sum = ~1 ^ 2 | 3;
    return texture(u_a, vec3(0)).rgba * mix(1.0, true ? 0.0 : 1.0, fract(sum));
}
void main() { gl_Position = vec4(normal(a_position), 1.0); goto input; precision lowp int; }
