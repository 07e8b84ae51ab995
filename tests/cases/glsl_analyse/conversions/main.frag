#version 460
#extension GL_ARB_gpu_shader_int64 : enable
// Implicit conversions: integers to unsigned, to float, to double; of operands, arguments, initialisers and results.
layout(location = 0) out vec4 result;
layout(location = 0) flat in ivec2 whole;
layout(location = 1) flat in uint natural;

float half_of(float a) { return a / 2; }

float returned() { return 3; }

void main()
{
    uint a = whole.x + natural;
    float b = whole.x;
    vec2 c = whole * 0.5;
    double d = b + 1.0lf;
    float e = half_of(whole.y) + half_of(natural) + returned();
    vec3 g = vec3(whole, 1.0);
    bool h = bool(whole.x), i = bool(b);
    int j = int(h) + int(2.7) + int(true);
    mat2 k = mat2(whole, 1, 2);
    result = vec4(c * e, float(d), g.z * float(j)) * float(a) * k[1].x;
    result.x += i ? 1 : 2.5;
}
