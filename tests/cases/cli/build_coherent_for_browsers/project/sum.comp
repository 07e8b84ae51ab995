#version 450
// A buffer that is coherent and only read cannot have atomic words.
layout(local_size_x = 4) in;
layout(binding = 0) coherent buffer Sums { uint sums[]; };
layout(binding = 1) coherent readonly buffer Values { uint values[]; };
void main()
{
    uint lane = gl_LocalInvocationIndex;
    sums[lane] = values[lane] + sums[lane + 1u];
}
