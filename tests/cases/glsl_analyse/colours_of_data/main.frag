#version 330
// The colours of versions before 4.20.
in vec4 tint;

void main()
{
    gl_FragData[1] = tint;
    gl_FragData[0] = tint.yxwz;
}
