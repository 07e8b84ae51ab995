#version 460
// Operands and arguments are evaluated from left to right, and a later one does not change an earlier one.
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer Values { float count; float results[32]; } values;
layout(set = 0, binding = 1) uniform sampler2D picture;
struct S { float a; vec2 b; };

int calls = 0;
mat2 matrix(int k) { calls = calls * 3 + k; return mat2(float(calls), 1.0, 2.0, values.count); }
vec2 vector(int k) { calls = calls * 3 + k; return vec2(float(calls), 0.5); }

void main()
{
    mat2 product = matrix(1) * matrix(2);
    vec2 moved = matrix(1) * vector(2) + vector(1) * matrix(2);
    float x[2] = { 1.0, 2.0 }, y[2] = { 3.0, 4.0 };
    bool same_arrays = x == (x = y);
    S s = S(1.0, vec2(2.0)), t = S(3.0, vec2(4.0));
    bool same_structures = s == (s = t);
    uint q = 0xFFFFFFFFu, carry;
    uint sum = uaddCarry(q, (q = 4u), carry);
    vec4 v = vec4(1.0), w = vec4(values.count);
    vec4 mixed = mix(v, (v = w), bvec4(true, false, true, false));
    calls = 0;
    vec4 sampled = textureGrad(picture, vector(1), vector(2), vector(1));
    vec4 level = textureLod(picture, vector(2) * 0.01, float(calls++) * 0.001);
    values.results[0] = product[0].x + product[1].y * 3.0 + moved.x + moved.y * 5.0;
    values.results[1] = float(same_arrays) + 2.0 * float(same_structures);
    values.results[2] = float(sum) + float(carry) * 16.0;
    values.results[3] = dot(mixed, vec4(1.0, 2.0, 4.0, 8.0));
    values.results[4] = float(calls) + sampled.x * 0.0 + level.y * 0.0;
}
