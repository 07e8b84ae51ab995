#version 460
// Overloads, parameters in and out, arrays by value, declarations before definitions, names hidden.
layout(location = 0) out vec4 result;
layout(set = 0, binding = 0) uniform sampler2D pictures[2];

float later(float a, inout float b);
void split(vec4 all, out vec2 low, out vec2 high) { low = all.xy; high = all.zw; }
float sum(float values[3]) { values[0] += 1.0; return values[0] + values[1] + values[2]; }
float[2] pair(float a) { return float[](a, -a); }
vec4 sampled(sampler2D picture, vec2 at) { return texture(picture, at) + textureLod(picture, at, 1.0); }
float max(float a) { return a; }

void main()
{
    vec2 low, high;
    split(vec4(1.0, 2.0, 3.0, 4.0), low, high);
    float values[3] = { 1.0, 2.0, 3.0 };
    float total = sum(values) + values[0];
    float changed = 1.0;
    {
        float total = later(total, changed);
        changed += total;
    }
    float both[2] = pair(changed);
    result = vec4(low, high) * total + both[0] - both[1] + sampled(pictures[1], low) + max(2.0);
    result.xy *= values.length();
}

float later(float a, inout float b) { b *= 2.0; return a + b; }
