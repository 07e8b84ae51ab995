#version 460
// Counters as glslang has them for Vulkan: numbers of a buffer at their binding.
layout(local_size_x = 1) in;
layout(binding = 2) uniform atomic_uint first;
layout(binding = 2) uniform atomic_uint second;
layout(binding = 3, offset = 8) uniform atomic_uint third;
layout(binding = 3) uniform atomic_uint list[3];
layout(binding = 0) buffer Out { uint results[12]; };

void main()
{
    results[0] = atomicCounterIncrement(first);
    results[1] = atomicCounterDecrement(second);
    results[2] = atomicCounter(third);
    results[3] = atomicCounterAdd(list[1], 3u);
    results[4] = atomicCounterSubtract(list[results[0] % 3u], 3u);
    results[5] = atomicCounterCompSwap(first, results[0] + 1u, 3u);
    results[6] = atomicCounterMin(second, 7u);
    results[7] = atomicCounterMax(second, 7u);
    results[8] = atomicCounterAnd(third, 0xF0u);
    results[9] = atomicCounterOr(third, 0x0Fu);
    results[10] = atomicCounterXor(list[2], 0xFFu);
    results[11] = atomicCounterExchange(list[0], 5u);
    memoryBarrierAtomicCounter();
}
