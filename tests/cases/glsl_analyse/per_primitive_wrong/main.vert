#version 460
#extension GL_EXT_mesh_shader : require

layout(location = 0) perprimitiveEXT out vec4 colour;
layout(location = 1) out vec4 list[]; // uberc: with the extension, an array without a size is one of a mesh stage
taskPayloadSharedEXT vec3 tint;

void main() {
    colour = vec4(tint, 1.0);
    list[0] = colour;
    gl_Position = colour;
}
