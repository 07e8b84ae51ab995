#define HALF(x) x * 0,5)
float4 light(float4 p) { return HALF(p); }
