#version 460
#include "surface.glsl"
layout(location = 0) in vec3 v_Normal;
layout(location = 0) out vec4 o_Colour;
uniform bool g_bLit;

void main() {
    vec3 colour = kBase;
    if (g_bLit) {
        colour *= max(v_Normal.z, 0.0);
    }
    o_Colour = vec4(colour, 1.0);
}
