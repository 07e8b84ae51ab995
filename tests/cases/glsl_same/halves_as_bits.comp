#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int16 : require
layout(local_size_x = 4) in;
layout(binding = 0, std430) buffer Numbers { float given[8]; uint found[8]; };

void main()
{
    uint at = gl_LocalInvocationID.x;
    f16vec2 pair = f16vec2(given[at], given[at + 4u]);
    u16vec2 bits = halfBitsToUint16(pair);
    found[at] = uint(bits.x) | uint(bits.y) << 16;
    i16vec2 signs = halfBitsToInt16(pair);
    found[at + 4u] = signs.x < int16_t(0) ? 1u : 0u;
    // Of halves, though they convert to floats.
    f16vec3 across = cross(f16vec3(pair, 0.5hf), f16vec3(0.25hf, pair));
    given[at + 4u] = float(across.x) + float(across.z);
    given[at] = float(uint16BitsToHalf(bits.y)) + float(int16BitsToHalf(signs.x));
}
