struct S { [[vk::offset(3)]] float a; [[vk::offset(x)]] float b; [[vk::offset]] float c; };
cbuffer C { float4 first; [[vk::offset(8)]] float4 second; };

float4 main() : SV_Target { return first + second; }
