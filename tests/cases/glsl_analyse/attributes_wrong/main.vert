#version 460
layout(location = 0) flat in vec4 flat_input;
layout(location = 1) centroid in vec4 centroid_input;
struct Pair { vec4 a; };
layout(location = 2) in Pair pair;
layout(location = 3) in Block { vec4 of_block; };
layout(location = 4) in mat4 matrix;
layout(location = 8) in ivec2 whole;
layout(location = 0) flat out ivec2 whole_out;
layout(location = 1) out ivec2 smooth_out;
shared float of_group;

void main()
{
    whole_out = whole;
    smooth_out = whole;
    gl_Position = matrix[0] * of_group;
}
