#version 460
layout(location = 0) out vec4 result;
layout(location = 5) in int whole;
layout(location = 6) in uvec2 pair;
layout(location = 7) in double wide;
struct Counts { vec2 a; int b; };
layout(location = 8) in Counts counts;
layout(location = 10) flat in Counts right;
layout(location = 12) flat in ivec4 also_right;
layout(location = 13) in Block { int of_block; };
layout(location = 1) out mat2 matrix;
layout(location = 3) out Counts colour;
layout(location = 5) out Colours { vec4 colour_of_block; };
layout(location = 6) flat out vec4 flat_colour;
layout(location = 7) out ivec2 whole_colours[1];
shared float of_group;

void main()
{
    result = vec4(of_group);
}
