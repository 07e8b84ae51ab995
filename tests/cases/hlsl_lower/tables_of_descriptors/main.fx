// One table of descriptors that is read as several types.
[[vk::binding(0, 1)]] Texture2D g_Flat[];
[[vk::binding(0, 1)]] TextureCube g_Cubes[];
[[vk::binding(0, 1)]] Texture3D<uint4> g_Volumes[];
SamplerState g_Sampler;
float4 main(nointerpolation uint index : INDEX, float3 at : AT) : SV_Target
{
    return g_Flat[NonUniformResourceIndex(index)].Sample(g_Sampler, at.xy) + g_Cubes[index].Sample(g_Sampler, at)
        + g_Volumes[index + 1].Load(int4(at, 0));
}
