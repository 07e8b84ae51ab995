// Numbers without an order: PCG, after O'Neill 2014, and noise on a grid of them.
#ifndef RANDOM_GLSL
#define RANDOM_GLSL

uint pcg(inout uint state)
{
    state = state * 747796405u + 2891336453u;
    uint word = ((state >> ((state >> 28) + 4u)) ^ state) * 277803737u;
    return (word >> 22) ^ word;
}

// In [0, 1).
float random(inout uint state)
{
    return float(pcg(state) >> 8) * (1.0 / 16777216.0);
}

float random(vec3 cell)
{
    uvec3 bits = floatBitsToUint(cell + 0.5);
    uint state = bits.x * 73856093u ^ bits.y * 19349663u ^ bits.z * 83492791u;
    return random(state);
}

float noise(vec3 at)
{
    vec3 cell = floor(at), part = fract(at);
    vec3 weight = part * part * (3.0 - 2.0 * part);
    float corners[8];
    for (int i = 0; i < corners.length(); ++i)
        corners[i] = random(cell + vec3(i & 1, (i >> 1) & 1, i >> 2));
    vec4 low = vec4(corners[0], corners[2], corners[4], corners[6]);
    vec4 high = vec4(corners[1], corners[3], corners[5], corners[7]);
    vec4 x = mix(low, high, weight.x);
    vec2 y = mix(x.xz, x.yw, weight.y);
    return mix(y.x, y.y, weight.z);
}

#endif
