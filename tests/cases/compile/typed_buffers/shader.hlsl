//! compute CSMain
Buffer<float4> g_in : register(t0);
RWBuffer<uint> g_out : register(u0);
[numthreads(32, 2, 1)]
void CSMain(uint3 id : SV_DispatchThreadID) { g_out[id.x] = uint(g_in[id.y].x); }
