// What every pass of a frame shares.
#ifndef VIEW_GLSL
#define VIEW_GLSL

layout(std140, set = 0, binding = 0) uniform View
{
    mat4 viewProjection;
    mat4 inverseViewProjection;
    vec3 eye;
    float time;
    vec4 sunDirection; // w: its angular radius, in radians
    vec4 sunColor;
    vec4 fog;          // rgb: colour, a: density a metre
    uvec2 resolution;  // in pixels
    vec2 jitter;       // in pixels
} view;

// A point of the world behind a pixel of the depth buffer.
vec3 worldPosition(vec2 uv, float depth)
{
    vec4 clip = vec4(uv * vec2(2.0, -2.0) + vec2(-1.0, 1.0), depth, 1.0);
    vec4 world = view.inverseViewProjection * clip;
    return world.xyz / world.w;
}

#endif
