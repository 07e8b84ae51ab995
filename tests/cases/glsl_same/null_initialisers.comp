#version 460
#extension GL_EXT_null_initializer : require
// `{ }` makes zeros, of shared variables before anything else.
layout(local_size_x = 8) in;
layout(binding = 0) buffer Out { float results[16]; };
struct Part { vec3 values[2]; int count; };
shared Part parts = { };
shared float total = { };
Part own = { };

void main()
{
    Part local = { };
    local.count += int(gl_LocalInvocationIndex);
    results[gl_LocalInvocationIndex] = parts.values[1].y + float(parts.count + local.count + own.count) + total;
}
