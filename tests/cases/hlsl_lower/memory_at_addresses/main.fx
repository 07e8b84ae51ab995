// stage: compute
// version: 2021
struct Light { float3 colour; uint kind : 4; uint mask : 28; float2x3 turn; double far; };
struct Node { float4 value; vk::BufferPointer<Node> next; };
struct Leaf { float4 value; vk::BufferPointer<Leaf, 16> next; };
typedef vk::BufferPointer<float16_t3, 8> Halves;
struct Parameters { vk::BufferPointer<Light> lights; vk::BufferPointer<Node, 16> first; uint64_t raw; Halves halves; vk::BufferPointer<Leaf> leaf; };
[[vk::push_constant]] Parameters g_Parameters;
RWStructuredBuffer<float4> g_Out : register(u0);

float4 follow([[vk::aliased_pointer]] vk::BufferPointer<Node, 16> at)
{
    [[vk::aliased_pointer]] vk::BufferPointer<Node> next = at.Get().next;
    return (uint64_t)next == 0 ? at.Get().value : next.Get().value;
}

[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    Light light = g_Parameters.lights.Get();
    light.mask += 1;
    g_Parameters.lights.Get() = light;
    g_Parameters.lights.Get().turn[id.x & 1].y = 2;
    g_Parameters.lights.Get().kind++;
    float4 sum = follow(vk::static_pointer_cast<Node, 16>(g_Parameters.first));
    sum += g_Parameters.leaf.Get().next.Get().value;
    sum += vk::RawBufferLoad<float4>(g_Parameters.raw, 16);
    sum.x += asfloat(vk::RawBufferLoad(g_Parameters.raw + 4 * id.x));
    sum.y += (float)vk::RawBufferLoad<double>(g_Parameters.raw, 8);
    vk::RawBufferStore<uint>(g_Parameters.raw, id.x);
    vk::RawBufferStore<bool2>(g_Parameters.raw + 16, bool2(true, id.x > 3));
    g_Parameters.halves.Get().zx = float16_t2(1, 2);
    uint before, lights = vk::BufferPointer<uint>((uint64_t)g_Parameters.lights).Get();
    InterlockedAdd(vk::BufferPointer<uint>(g_Parameters.raw).Get(), lights, before);
    InterlockedMin(vk::BufferPointer<int>(g_Parameters.raw).Get(), -1);
    InterlockedCompareExchange(vk::BufferPointer<uint>(g_Parameters.raw).Get(), 1, 2, before);
    g_Out[id.x] = sum + light.far + before + sizeof(g_Parameters.first);
}
