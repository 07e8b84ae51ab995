#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_ARB_gpu_shader_int64 : require
// Bits of numbers of one width as numbers of another.
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Values { uvec2 results[8 * 8]; } values;

void main()
{
    uint lane = gl_LocalInvocationIndex;
    double real = double(lane) * 1.25lf - 2.0lf;
    uint at = lane * 8u;
    values.results[at + 0u] = unpackDouble2x32(real);
    values.results[at + 1u] = unpackUint2x32(doubleBitsToUint64(real) + 1ul);
    values.results[at + 2u] = unpackDouble2x32(packDouble2x32(uvec2(lane, 0x40080000u)) * 2.0lf);
    values.results[at + 3u] = unpackUint2x32(packUint2x32(uvec2(lane, 7u)) * 3ul);
    values.results[at + 4u] = uvec2(unpackInt2x32(packInt2x32(ivec2(-int(lane), -1)) - 5l));
    values.results[at + 5u] = unpackDouble2x32(int64BitsToDouble(doubleBitsToInt64(real) ^ 1l));
    values.results[at + 6u] = unpack32(pack64(uvec2(lane + 3u, lane)));
    uint chosen = 0u;
    lane > 3u ? atomicAdd(values.results[at + 7u].x, 5u) : atomicAdd(values.results[at + 7u].y, 9u);
}
