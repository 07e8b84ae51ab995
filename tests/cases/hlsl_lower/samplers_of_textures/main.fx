// stage: compute
// judged: source
// A texture and a sampler that are one descriptor.
[[vk::combinedImageSampler]] [[vk::binding(3, 1)]] SamplerState s0;
[[vk::combinedImageSampler]] [[vk::binding(3, 1)]] Texture2D<float4> t0;
[[vk::combinedImageSampler]] SamplerState s1 : register(s1);
[[vk::combinedImageSampler]] Texture2D<float4> t1 : register(t1);
SamplerState s3 : register(s0);
RWStructuredBuffer<float4> g_Out : register(u0);
[numthreads(1,1,1)]
void main()
{
  g_Out[0] = t0.SampleLevel(s0, float2(0.3, 0.4), 0) + t1.SampleLevel(s1, float2(0.6, 0.2), 0);
  g_Out[1] = t1.Load(int3(1, 2, 0));
}
