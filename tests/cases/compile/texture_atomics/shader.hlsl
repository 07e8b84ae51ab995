//! compute CSMain
RWTexture2D<uint> g_atomic : register(u2);
[numthreads(8, 8, 1)]
void CSMain(uint3 id : SV_DispatchThreadID) { InterlockedMax(g_atomic[id.xy], id.z); }
