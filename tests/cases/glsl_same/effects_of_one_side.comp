#version 460
// `?:` of functions without a result: one side alone happens.
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Values { uint results[8]; } values;
uint sum = 1u;

void grow(uint by) { sum += by; }
void twice() { sum *= 2u; }

void main()
{
    uint lane = gl_LocalInvocationIndex;
    lane > 3u ? grow(lane) : twice();
    (lane & 1u) == 0u ? twice() : (lane == 5u ? grow(100u) : twice());
    values.results[lane] = sum;
}
