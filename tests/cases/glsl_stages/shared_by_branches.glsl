#version 450
// What shares a location depends on a branch of the vertex stage alone: one fragment stage goes with both.
uniform bool g_bFog;
#ifdef UBERC_VERTEX
layout(location = 0) in vec3 place;
layout(location = 0) out vec2 a;
layout(location = 0, component = 2) out float b;

void vs()
{
    gl_Position = vec4(place, 1.0);
    a = place.xy;
    if (g_bFog)
        b = place.x;
}
#else
layout(location = 0) in vec2 a;
layout(location = 0) out vec4 colour;

void fs()
{
    colour = a.xyxy;
}
#endif
