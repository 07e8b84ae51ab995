// stage: compute
// Attributes in one pair of brackets are several attributes.
[[vk::binding(3, 4), vk::counter_binding(7)]] RWStructuredBuffer<uint> g_List;
[[vk::image_format("r32f"), vk::binding(2, 1)]] RWTexture2D<float4> g_Image;
[numthreads(1, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    g_List[g_List.IncrementCounter()] = id.x;
    g_Image[id.xy] = 1;
}
