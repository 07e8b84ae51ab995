#version 460
layout(location = 0) out vec4 result;
layout(set = 0, binding = 0) uniform sampler2D picture;
layout(set = 0, binding = 1) uniform sampler2DShadow depth;
layout(set = 0, binding = 2) uniform isampler2D integers;
layout(set = 0, binding = 3, rgba8) uniform readonly image2D read;
layout(set = 0, binding = 4, rgba8) uniform writeonly image2D written;

struct S { float a; };
float one(float a) { return a; }
float two(vec2 a) { return a.x; }
float two(vec3 a) { return a.x; }
void change(inout float a) { a += 1.0; }
int recursive(int a) { return a > 0 ? recursive(a - 1) : 0; }

void main()
{
    result = vec4(0.0);
    one();
    one(1.0, 2.0);
    one(vec2(1.0));
    two(1.0);
    change(1.0);
    change(result.x + 1.0);
    missing(1.0);
    sine(1.0);
    float a = 1.0;
    a(2.0);
    max(vec2(1.0), vec3(1.0));
    clamp(1, 2.0, true);
    texture(picture, 1.0);
    texture(depth, vec2(0.0));
    texture(a, vec2(0.0));
    texelFetch(picture, vec2(0.0), 0);
    textureOffset(picture, vec2(0.0), ivec2(a));
    int i = texture(integers, vec2(0.0));
    imageStore(read, ivec2(0), vec4(1.0));
    imageLoad(written, ivec2(0));
    imageAtomicAdd(read, ivec2(0), 1);
    float b = recursive(2);
    a.length();
    S(1.0).b();
    float c = change(a);
    dot(1, 2);
    cross(vec2(1.0), vec2(2.0));
    atomicAdd(a, 1);
}
