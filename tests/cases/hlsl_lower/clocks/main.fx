// stage: compute
RWStructuredBuffer<uint64_t> g_Out : register(u0);

[numthreads(1, 1, 1)]
void main()
{
    uint64_t begun = vk::ReadClock(vk::SubgroupScope);
    g_Out[0] = vk::ReadClock(vk::SubgroupScope) - begun;
    g_Out[1] = vk::ReadClock(vk::DeviceScope);
}
