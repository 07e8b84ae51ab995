[[vk::combinedImageSampler]] Buffer<float4> g_Buffer : register(t0);
[[vk::combinedImageSampler]] float g_Number;

float4 main() : SV_Target { return g_Buffer[0] * g_Number; }
