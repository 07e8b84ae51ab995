#version 460
#extension GL_ARB_gpu_shader_int64 : require
// Specialisation constants and what is made of them; a device that gives none takes the values of the source.
layout(local_size_x = 8) in;
layout(constant_id = 0) const int COUNT = 3;
layout(constant_id = 1) const float SCALE = 2.5;
layout(constant_id = 2) const bool MIRRORED = true;
layout(constant_id = 7) const uint MASK = 0xFFu;
layout(constant_id = 9) const double WIDE = -1.5;
layout(constant_id = 10) const int64_t LONG = -5000000000l;
layout(constant_id = 11) const bool OFF = false;
const int TWICE = COUNT * 2;
vec3 tint = vec3(SCALE, 1.0, float(TWICE));
float own = SCALE + 1.0;
layout(std430, set = 0, binding = 0) buffer Values { float results[16]; } values;

float of_function(float x) { return x * SCALE + float(COUNT); }

void main()
{
    uint lane = gl_LocalInvocationIndex;
    float sum = own;
    for (int i = 0; i < COUNT; i++)
        sum += of_function(float(i));
    if (MIRRORED)
        sum = -sum;
    if (OFF)
        sum = 0.0;
    sum += dot(tint, vec3(1.0, 2.0, 3.0)) + float(WIDE) + float(LONG / 1000000000l);
    values.results[lane] = sum + float((lane * 77u) & MASK);
    values.results[lane + 8] = MIRRORED ? tint.z : tint.x;
}
