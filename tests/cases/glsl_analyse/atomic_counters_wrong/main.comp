#version 460
layout(local_size_x = 1) in;
layout(binding = 0) uniform atomic_uint counter;
uniform atomic_uint unbound;
layout(binding = 0, offset = 6) uniform atomic_uint crooked;
layout(binding = 0) uniform atomic_uint many[];
layout(binding = 0, offset = 65536) uniform atomic_uint far;
layout(binding = 0) uniform atomic_uint valued = 3u;
layout(binding = 0) atomic_uint plain;
layout(set = 1, binding = 0) uniform atomic_uint in_set;
layout(binding = 1) buffer Out { uint results[4]; };

void main()
{
    results[0] = counter;
    counter = 3u;
    atomicCounterAdd(counter);
    atomicCounterIncrement(results[1]);
    results[1] = counter + 1u;
    atomicAdd(counter, 1u);
}
