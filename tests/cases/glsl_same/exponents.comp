#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
// The parts of floats of all widths, and bits of wide integers.
layout(local_size_x = 1) in;
layout(binding = 0) buffer Values { dvec2 wide; uvec2 bits; vec2 values; vec4 results[4]; ivec4 counts; };

void main()
{
    ivec2 powers;
    vec2 fractions = frexp(values, powers);
    results[0] = vec4(fractions, vec2(powers));
    f16vec2 narrow = frexp(f16vec2(values), powers);
    results[1] = vec4(vec2(narrow), vec2(powers));
    i16vec2 small;
    narrow = frexp(f16vec2(values.yx), small);
    results[2] = vec4(vec2(narrow), vec2(small));
    dvec2 parts = frexp(dvec2(values) * 3.0lf, powers);
    results[3] = vec4(vec2(parts), vec2(powers));
    uint64_t both = uint64_t(bits.x) << 32 | uint64_t(bits.y);
    counts = ivec4(findLSB(both), findLSB(both << 40), bitCount(both), bitCount(int64_t(both)));
}
