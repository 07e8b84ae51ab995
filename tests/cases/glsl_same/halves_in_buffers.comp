#version 460
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int16 : require
// Numbers of 16 bits in buffers: alone at computed places, in vectors, structures and matrices; their neighbours stay what they are.
layout(local_size_x = 8) in;
struct Small { float16_t a; uint16_t b; i16vec3 c; };
layout(std430, set = 0, binding = 0) buffer Values { uint counts[8]; uint16_t numbers[40]; } values;
layout(std430, set = 0, binding = 1) buffer Others { float16_t one; f16vec3 three; Small smalls[8]; f16mat2x3 rows; float16_t last[]; } others;

void main()
{
    uint lane = gl_LocalInvocationIndex;
    values.numbers[lane] = uint16_t(lane * 3u + 1u);
    values.numbers[39u - lane] = values.numbers[lane] + 1us;
    values.counts[lane] = uint(values.numbers[lane]) + uint(others.last.length() > 4);
    if (lane == 2u) {
        others.one = 2.5hf;
        others.three = f16vec3(1.5hf, -2.0hf, 4.0hf);
        others.rows[1] = f16vec3(3.0hf, 5.0hf, 7.0hf);
    }
    if (lane == 3u)
        others.three.y = 9.0hf;
    others.smalls[lane].b = uint16_t(lane);
    others.smalls[lane].c = i16vec3(int(lane), -int(lane), 7);
    others.smalls[7u - lane].a = float16_t(lane) * 0.5hf;
    others.last[lane] = float16_t(lane) + 0.25hf;
}
