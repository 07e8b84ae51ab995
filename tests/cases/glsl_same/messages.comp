#version 450
#extension GL_EXT_debug_printf : require
// What a debug layer prints changes nothing else.
layout(local_size_x = 4) in;
layout(binding = 0) buffer Numbers { uint numbers[]; };

void main()
{
    uint at = gl_GlobalInvocationID.x;
    numbers[at] += at;
    if (at == 0u)
        debugPrintfEXT("100 %% of \"%u\": %v3f, %d\n", numbers[at], vec3(0.5, 1.0, float(at)), numbers[at] > 2u ? 1 : 0);
    debugPrintfEXT("done");
}
