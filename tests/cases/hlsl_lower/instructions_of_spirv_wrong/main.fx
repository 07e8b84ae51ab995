// stage: compute
// version: 2021
[[vk::ext_instruction(99999)]] uint unknown(uint value);
[[vk::ext_instruction(200, "GLSL.std.450")]] float unknown_of_set(float value);
[[vk::ext_instruction(1, "OpenCL.std")]] float other_set(float value);
[[vk::ext_instruction(21)]] uint declaration(uint value);
[[vk::ext_instruction(253)]] void leaves();
[[vk::ext_instruction(205)]] void no_result(uint value);
[[vk::ext_instruction(205)]] uint two(uint value, uint other);
[[vk::ext_instruction(128)]] uint one(uint value);
[[vk::ext_instruction(205)]] uint literal([[vk::ext_literal]] uint value);
[[vk::ext_instruction(81)]] float part(float4 v, [[vk::ext_literal]] uint at);
[[vk::ext_instruction(158)]] bool is_normal(float v);
[[vk::ext_instruction(61)]] float load([[vk::ext_reference]] float place);
[[vk::ext_instruction(86)]] float4 of_texture(Texture2D t);
[[vk::ext_capability(99999)]] float needs() { return 1; }
struct Pair { uint low; uint high; };
[[vk::ext_instruction(124)]] Pair bits_of(uint64_t value);
[[vk::ext_instruction(151)]] Pair product(uint a, uint b);
[[vk::ext_instruction(129)]] float4 sum_of_whole_numbers(int4 a, int4 b);
[[vk::ext_instruction(128)]] uint sum_of_widths(uint a, uint64_t b);
[[vk::ext_instruction(134)]] int quotient_of_signed(int a, int b);
[[vk::ext_instruction(124)]] float3 bits_of_four(uint4 v);
[[vk::ext_instruction(184)]] float is_less(float a, float b);
[[vk::ext_instruction(148)]] float product_of_whole_numbers(int3 a, int3 b);
[[vk::ext_instruction(62)]] void store_other([[vk::ext_reference]] uint place, float value);
[[vk::ext_instruction(333)]] uint elect(uint scope);
[[vk::ext_instruction(13, "GLSL.std.450")]] double sine_of_double(double v);
[[vk::ext_instruction(46, "GLSL.std.450")]] float3 mix_by_one(float3 a, float3 b, float c);
[[vk::ext_instruction(84)]] float2x3 turned(float3x2 m);
groupshared uint s_Place;
Texture2D g_Texture : register(t0);
RWStructuredBuffer<float4> g_Out : register(u0);

[numthreads(1, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    unknown(1);
    unknown_of_set(1);
    other_set(1);
    declaration(1);
    leaves();
    no_result(1);
    two(1, 2);
    one(1);
    literal(1);
    part(1, id.x);
    is_normal(1);
    load(g_Out[0].x);
    of_texture(g_Texture);
    needs();
    g_Out[0] = bits_of(1).low + product(2, 3).high;
    g_Out[1] = sum_of_whole_numbers(1, 2);
    g_Out[1] = sum_of_widths(1, 2);
    g_Out[1] = quotient_of_signed(1, 2);
    g_Out[1].xyz = bits_of_four(1);
    g_Out[1] = is_less(1, 2);
    g_Out[1] = product_of_whole_numbers(1, 2);
    store_other(s_Place, 1);
    g_Out[1] = elect(3);
    g_Out[1] = (float)sine_of_double(1);
    g_Out[1].xyz = mix_by_one(1, 2, 0.5);
    g_Out[1].xy = turned((float3x2)1)[0].xy;
}
