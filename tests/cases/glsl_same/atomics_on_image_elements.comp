#version 450
layout(local_size_x = 4) in;
layout(binding = 0, r32ui) uniform uimage2D counts[3];
layout(binding = 4, r32i) uniform iimage2D totals[2];
layout(binding = 8, std430) buffer Results { uint number; uint before[4]; int last; };

void main()
{
    uint at = gl_LocalInvocationID.x;
    uint which = number % 3u;
    ivec2 place = ivec2(at, 1);
    uint first = imageAtomicAdd(counts[which], place, 2u + at);
    uint second = imageAtomicMax(counts[(which + 1u) % 3u], place, imageAtomicOr(counts[2], ivec2(at, 0), 4u));
    before[at] = first + 16u * second + imageAtomicExchange(counts[1], ivec2(at, 2), at);
    imageAtomicMin(totals[1], place, -int(at));
    if (at == 0u)
        last = imageAtomicCompSwap(totals[which & 1u], ivec2(3, 3), 0, 7);
}
