// stage: pixel
SubpassInput g_NoIndex;
[[vk::input_attachment_index(0)]] Texture2D g_Texture;
[[vk::input_attachment_index(1)]] SubpassInput<float4x4> g_Matrix;
[[vk::input_attachment_index(1)]] SubpassInput<float4> g_Input;
[[vk::input_attachment_index(2)]] SubpassInputMS<float4> g_Samples;
[[vk::input_attachment_index(3)]] SubpassInput<int64_t> g_Wide;
[[vk::input_attachment_index(4)]] float g_Number;
float4 NoSample() { return g_Samples.SubpassLoad(); }
float4 Sample() { return g_Input.SubpassLoad(1); }
float4 Load() { return g_Input.Load(int3(0, 0, 0)); }
void Size(out uint2 size) { g_Input.GetDimensions(size.x, size.y); }
float4 main() : SV_Target { return g_Input.SubpassLoad(); }
