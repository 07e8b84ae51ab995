#version 450
layout(location = 0) out vec4 color;
in bool gl_FrontFacing;
in vec2 gl_PointCoord;
float gl_FragDepth;
flat in vec4 gl_FragCoord;
flat in int gl_Layer;
in float gl_ClipDistance[2];
layout(origin_upper_left) in vec4 gl_FragCoord;
float texture2D = 1.0;
float dvec3 = 1.0;

void main()
{
    color = gl_FragCoord * gl_ClipDistance[1];
}
