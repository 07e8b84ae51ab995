#version 450
// A literal that is too large is infinite.
layout(local_size_x = 1) in;
layout(binding = 0) buffer Out { uint results[4]; };

void main()
{
    results[0] = floatBitsToUint(1e100);
    results[1] = floatBitsToUint(-1e39f);
    results[2] = floatBitsToUint(1e38);
    results[3] = double(1e100lf) > 1e99lf ? 1u : 0u;
}
