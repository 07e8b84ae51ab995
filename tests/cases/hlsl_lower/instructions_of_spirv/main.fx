// stage: compute
// version: 2021
// judged: source
// Functions whose bodies are instructions of SPIR-V.
template<class T, class U>
[[vk::ext_instruction(/*spv::OpBitcast*/124)]]
T bitcast(U);
template<int N> [[vk::ext_instruction(196)]] uint shifted_by(uint value, uint by);
[[vk::ext_instruction(205)]] uint bit_count(uint value);
[[vk::ext_capability(61)]] [[vk::ext_instruction(333)]] bool elect(uint scope);
[[vk::ext_instruction(/* FMix */ 46, "GLSL.std.450")]] float3 mix(float3 a, float3 b, float3 c);
[[vk::ext_instruction(/* OpLoad */ 61)]] float4 load([[vk::ext_reference]] float4 pointer, [[vk::ext_literal]] int memoryOperands);
[[vk::ext_instruction(/* OpStore */ 62)]] void store([[vk::ext_reference]] float4 pointer, float4 object, [[vk::ext_literal]] int memoryOperands);
[[vk::ext_instruction(/* AtomicIAdd */ 234)]] uint add([[vk::ext_reference]] uint pointer, uint scope, uint semantics, uint value);
[[vk::ext_instruction(/* extract */ 81)]] float first(float4 v, [[vk::ext_literal]] uint at);
struct Product { uint low; uint high; };
struct Parts { float fraction; float whole; };
[[vk::ext_instruction(151)]] Product product(uint a, uint b);
[[vk::ext_instruction(36, "GLSL.std.450")]] Parts parts(float v);
RWStructuredBuffer<float4> g_Out : register(u0);
StructuredBuffer<float4> g_In : register(t0);
groupshared uint g_Count;
static float4 s_Private;
[[vk::ext_extension("SPV_KHR_shader_clock")]] [numthreads(1,1,1)]
void main()
{
  g_Count = 2;
  float4 v = g_In[0];
  g_Out[0] = bitcast<uint4>(v);
  g_Out[1] = float4(bit_count(bitcast<uint>(v.x)), elect(3) ? 1 : 2, add(g_Count, 2, 0, 5), first(v, 2));
  store(s_Private, load(v, 1), 0);
  g_Out[2] = s_Private;
  g_Out[3].xyz = mix(v.xyz, v.yzx, v.zxy);
  g_Out[4] = float4(g_Count, shifted_by<2>(3, 4), product(g_Count, 0x90000000).high, parts(v.x).whole);
}
