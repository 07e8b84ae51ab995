#include "circle_b.glsl"
void main() {}
