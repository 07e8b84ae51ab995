#version 450
#extension GL_EXT_post_depth_coverage : enable
layout(location = 0) out vec4 color;
layout(post_depth_coverage) in;

void main()
{
    color = vec4(gl_SampleMaskIn[0]);
}
