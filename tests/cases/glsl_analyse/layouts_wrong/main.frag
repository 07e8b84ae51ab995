#version 460
layout(location = -1) in vec2 a;
layout(location) in vec2 b;
layout(locations = 1) in vec2 c;
layout(binding = 1) in vec2 d;
layout(location = 1.5) in vec2 e;
layout(std140) in vec2 f;
layout(push_constant, binding = 1) uniform P { float p; };
layout(location = 1) uniform Block { float g; };
layout(local_size_x = 8) in;
layout(early_fragment_tests = 1) in;
layout(offset = 4) uniform float h;
layout(constant_id = 1) uniform float i;
layout(constant_id = 1) const vec2 j = vec2(1.0);
layout(align = 3) uniform Aligned { float k; };
layout(xfb_offset = 0) out vec4 l;
layout(location = 0, components = 2) out vec2 m;
layout(set = 0, binding = 1) uniform sampler2D n;
layout(location = 0) out vec4 result;
layout(buffer_reference) buffer Reference { float o; };
flat noperspective in float q;
layout(input_attachment_index = 0) uniform sampler2D r;

void main()
{
    result = vec4(1.0);
}
