struct S { [[vk::offset(3)]] float a; [[vk::offset(x)]] float b; [[vk::offset]] float c; };
cbuffer C { float4 first; [[vk::offset(8)]] float4 second; };
struct Unaligned { float a; [[vk::offset(6)]] float b; };
struct Overlapping { float4 a; [[vk::offset(12)]] float b; float c; };
struct Behind { [[vk::offset(16)]] float a; [[vk::offset(0)]] float2 b; [[vk::offset(8)]] float4 c; };
struct Far { float a; [[vk::offset(4000000000)]] float b; };
struct Right { [[vk::offset(16)]] float a; [[vk::offset(0)]] float2 b; [[vk::offset(32)]] half c; double d; };

float4 main() : SV_Target { return first + second; }
