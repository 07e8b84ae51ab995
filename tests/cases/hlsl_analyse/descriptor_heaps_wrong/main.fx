// A heap is no value, and its elements have a type only where they are converted to one.
Texture2D Same(Texture2D map) { return map; }
float4 Chosen(Texture2D<float4> map) { return 1; }
float4 Chosen(Texture2D<float> map) { return 2; }
float4 main(uint at : AT) : SV_Target
{
    float4 sum = ResourceDescriptorHeap[1].Load(int3(0, 0, 0));
    sum += Chosen(ResourceDescriptorHeap[2]);
    sum += Same(ResourceDescriptorHeap).Load(int3(0, 0, 0));
    float number = ResourceDescriptorHeap[3];
    ResourceDescriptorHeap[4] = Same(ResourceDescriptorHeap[5]);
    Texture2D map = ResourceDescriptorHeap[sum];
    uint SamplerDescriptorHeap = at;
    return SamplerDescriptorHeap;
}
