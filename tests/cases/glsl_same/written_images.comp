#version 460
// Images without a format have that of the view.
layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 0) uniform writeonly image2D any;
layout(set = 0, binding = 1, rgba16f) uniform image2D half_floats;
layout(set = 0, binding = 2) uniform writeonly uimage2D numbers;

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    vec4 value = imageLoad(half_floats, at);
    imageStore(any, at, value * 0.5 + 0.25);
    imageStore(numbers, at, uvec4(value * 8.0));
}
