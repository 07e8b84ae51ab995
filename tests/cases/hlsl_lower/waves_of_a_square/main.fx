// stage: compute
RWStructuredBuffer<uint4> g_Out;
[numthreads(8, 4, 2)]
void main(uint3 id : SV_DispatchThreadID, uint3 local : SV_GroupThreadID, uint index : SV_GroupIndex, uint3 group : SV_GroupID)
{
    g_Out[index] = uint4(id.x, local.y, group.z, WaveGetLaneIndex() + (WaveIsFirstLane() ? 100 : 0));
}
