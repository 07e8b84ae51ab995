#version 460
layout(local_size_x = 8) in;
layout(location = 0) in vec2 a;
layout(location = 0) in vec3 b;
layout(location = 1) in mat3 c;
layout(location = 2) in float d;
layout(location = 0) out vec4 result;
layout(location = 0) out vec4 other;

void main()
{
    result = vec4(a, b.xy) * d * c[0].x;
    other = gl_Position;
    result.x += gl_VertexIndex;
    result.y += gl_GlobalInvocationID.x;
}
