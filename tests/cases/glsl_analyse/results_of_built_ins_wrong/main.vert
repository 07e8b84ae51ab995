#version 450

vec2 sin(float x) { return vec2(x); }
int dot(vec3 a, vec3 b) { return 1; }
bool mix(float a, float b, float c) { return true; }
void atomicAdd(inout uint a, uint b) { a += b; }
vec2 sin(int x) { return vec2(x); }

void main() {
    uint count = 1u;
    atomicAdd(count, 1u);
    gl_Position = sin(1.0).xyxy + float(dot(vec3(1.0), vec3(1.0))) + (mix(1.0, 2.0, 0.5) ? 1.0 : 0.0) + sin(1).x;
}
