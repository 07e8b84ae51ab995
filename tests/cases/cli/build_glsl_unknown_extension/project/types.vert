#version 460
// Neither the extension nor its syntax is read: nothing of the text goes, used or not, and the other compiler tells what is wrong.
#extension GL_EXT_spirv_intrinsics : enable

#define Empty spirv_type(id = 30)

spirv_instruction(set = "GLSL.std.450", id = 14) float unused_cosine(float x);

void take(Empty empty)
{
}

void main()
{
    Empty values[9];
    take(values[1]);
    if (false) {
        gl_Position = vec4(1.0);
    }
    gl_Position = vec4(0.0);
}
