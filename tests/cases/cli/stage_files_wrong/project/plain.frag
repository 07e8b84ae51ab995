#version 460
layout(location = 0) out vec4 o_Colour;
void main() { o_Colour = vec4(1.0); }
