#version 460
// Neither the extension nor its syntax is read.
#extension GL_EXT_spirv_intrinsics : enable

#define Empty spirv_type(id = 30)

void take(Empty empty)
{
}

void main()
{
    Empty values[9];
    take(values[1]);
    gl_Position = vec4(0.0);
}
