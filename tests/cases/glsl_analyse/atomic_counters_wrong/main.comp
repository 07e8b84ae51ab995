#version 460
layout(local_size_x = 1) in;
layout(binding = 0) uniform atomic_uint counter;
uniform atomic_uint unbound; // uberc: GLSL asks for it; glslang -R makes counters plain numbers
layout(binding = 0, offset = 6) uniform atomic_uint crooked; // uberc: GLSL asks for it; glslang -R makes counters plain numbers
layout(binding = 0) uniform atomic_uint many[]; // uberc: GLSL asks for it; glslang -R makes counters plain numbers
layout(binding = 0, offset = 65536) uniform atomic_uint far; // uberc: GLSL asks for it; glslang -R makes counters plain numbers
layout(binding = 0) uniform atomic_uint valued = 3u; // uberc: GLSL asks for it; glslang -R makes counters plain numbers
layout(binding = 0) atomic_uint plain;
layout(set = 1, binding = 0) uniform atomic_uint in_set; // uberc: GLSL asks for it; glslang -R makes counters plain numbers
layout(binding = 1) buffer Out { uint results[4]; };

void main()
{
    results[0] = counter; // uberc: GLSL asks for it; glslang -R makes counters plain numbers
    counter = 3u; // uberc: GLSL asks for it; glslang -R makes counters plain numbers
    atomicCounterAdd(counter);
    atomicCounterIncrement(results[1]); // uberc: GLSL asks for it; glslang -R makes counters plain numbers
    results[1] = counter + 1u; // uberc: GLSL asks for it; glslang -R makes counters plain numbers
    atomicAdd(counter, 1u); // uberc: GLSL asks for it; glslang -R makes counters plain numbers
}
