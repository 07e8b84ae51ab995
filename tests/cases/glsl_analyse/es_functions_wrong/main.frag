#version 310 es
precision highp float;
struct Ray { vec3 from; };
layout(location = 0) out vec4 color;
float sin(float x) { return x; }
float cos(Ray ray);
vec3 mix(vec3 from, vec3 to) { return from + to; }
uint bitCount(uint of) { return of; }
float lerp(float x) { return x; }
float subgroupAdd(float x) { return x; }
void main() { color = vec4(lerp(1.0) + subgroupAdd(2.0)); }
