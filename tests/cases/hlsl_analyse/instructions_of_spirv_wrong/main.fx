// version: 2021
[[vk::ext_instruction]] uint none(uint value);
[[vk::ext_instruction(1, 2)]] uint set_is_no_string(uint value);
[[vk::ext_instruction(id)]] uint not_constant(uint value);
[[vk::ext_capability]] float a() { return 1; }
[[vk::ext_extension(2)]] float b() { return 1; }
[[vk::ext_instruction(205)]] uint bit_count(uint value);

float4 main() : SV_Target { return bit_count(1, 2) + bit_count(3) + a() + b(); }
