#version 460
// The left side of an assignment is evaluated before the right one.
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer Values { int count; float results[32]; } values;

int at = 0;
int step_to(int to) { at = to; return to; }

void main()
{
    float a[4] = { 0.0, 1.0, 2.0, 3.0 };
    int j = 0;
    a[j++] = float(j) + 10.0;
    a[j] = float(++j) + 20.0;
    a[at] = float(step_to(3)) + 30.0;
    a[step_to(1)] += float(at * 2);
    int n = values.count & 3;
    values.results[n++] = values.results[n] + a[0];
    values.results[n] = a[1] + a[2] * 2.0 + a[3] * 4.0;
    vec4 v = vec4(1.0, 2.0, 3.0, 4.0);
    int c = 0;
    v[c++ & 3] *= 2.0 + float(c);
    v[(c += 1) & 3] -= float(c);
    mat2 m[2] = { mat2(1.0), mat2(2.0) };
    m[(c = 1)] *= mat2(float(c), 2.0, 3.0, 4.0);
    for (int i = 0; i < 4; ++i)
        values.results[8 + i] = v[i] + m[1][i >> 1][i & 1];
}
