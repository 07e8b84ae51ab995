#version 460
layout(local_size_x = 8) in;
out gl_PerVertex { vec4 gl_Position; float gl_ClipDistance[4]; };

void main()
{
    gl_Position = vec4(1.0);
    gl_PointSize = 1.0;
    gl_CullDistance[0] = 1.0;
    gl_ClipDistance[0] = 1.0;
    gl_FragDepth = 1.0;
    gl_Layer = 1;
}
