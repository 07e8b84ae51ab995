// stage: compute
RWStructuredBuffer<uint64_t> g_Out : register(u0);

[numthreads(1, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) { g_Out[0] = vk::ReadClock(vk::WorkgroupScope); }
