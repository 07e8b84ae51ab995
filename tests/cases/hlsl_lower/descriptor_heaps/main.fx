// stage: compute
// Every type of resource has an array of its own at the binding of the heap, and the counters have one at another.
struct Light { float3 color; row_major float2x3 turned; };
struct Set { Texture2D<float4> map; RWStructuredBuffer<uint> list; };
[[vk::binding(0, 0)]] cbuffer Frame { uint g_First; };
RWStructuredBuffer<uint> Counted(uint at) { return ResourceDescriptorHeap[NonUniformResourceIndex(at)]; }
float4 Sum(Texture2D<float4> map, SamplerState how) { return map.SampleLevel(how, 0.5, 0); }
[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    ByteAddressBuffer raw = ResourceDescriptorHeap[0];
    RWByteAddressBuffer written = ResourceDescriptorHeap[1];
    StructuredBuffer<Light> lights = ResourceDescriptorHeap[g_First];
    ConstantBuffer<Light> light = ResourceDescriptorHeap[id.x + 3];
    AppendStructuredBuffer<float4> appended = ResourceDescriptorHeap[4];
    ConsumeStructuredBuffer<float4> consumed = ResourceDescriptorHeap[5];
    Buffer<float> typed = ResourceDescriptorHeap[6];
    RWBuffer<uint> typedWritten = ResourceDescriptorHeap[7];
    RWTexture2D<float4> image = ResourceDescriptorHeap[8];
    Texture3D<uint4> volume = ResourceDescriptorHeap[9];
    TextureCubeArray cubes = ResourceDescriptorHeap[raw.Load(4)];
    SamplerState linear_ = SamplerDescriptorHeap[0];
    SamplerComparisonState compared = SamplerDescriptorHeap[1];
    Texture2DArray<float> shadows = ResourceDescriptorHeap[10];
    Set set = { ResourceDescriptorHeap[11], Counted(id.x) };
    uint at = set.list.IncrementCounter();
    set.list[at] = typedWritten[at] + volume.Load(int4(id, 0)).y;
    appended.Append(consumed.Consume() + Sum(ResourceDescriptorHeap[id.x], linear_));
    image[id.xy] = float4(mul(lights[id.x].turned, light.color), typed[id.x], 1) + set.map[id.xy];
    image[id.yx] = cubes.SampleLevel(SamplerDescriptorHeap[2], float4(id, 1), 0)
        + shadows.SampleCmpLevelZero(compared, float3(id), 0.5) + ((Texture1D)ResourceDescriptorHeap[12])[id.z];
    written.Store(id.x * 4, raw.Load(0));
}
