#include "deeper.glsl"
vec4 twice(vec4 value) { return value * two(); }
