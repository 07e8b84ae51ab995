#version 460
out float gl_ClipDistance[3];
layout(location = 0) out vec4 o_Colour;

void change(inout int number)
{
    number += 1;
}

void main()
{
    gl_ClipDistance[0] = 1.0;
    gl_CullDistance[0] = 1.0;
    change(gl_Layer);
    gl_ViewportIndex += 1;
    o_Colour = vec4(gl_ClipDistance[1]);
}
