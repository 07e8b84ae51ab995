groupshared float g_s[64];
StructuredBuffer<uint> g_ro;
RWStructuredBuffer<uint> g_rw;
cbuffer C { uint c; };
#define B GroupMemoryBarrierWithGroupSync()
static uint g_st = 3; struct S { uint a; uint b; };
void f(uint x) { if (x) { B; } }
void setc(out uint x) { x = c; }
void setl(out uint x, uint l) { x = l; }
uint h(uint l) { if (l > 3) return 1; return 0; }
void k(uint l) { if (l > 3) return; B; }
void k2(uint x, uint l) { if (l > 3) return; g_s[l] = x; }
void seto(out uint x, uint l) { if (c > 3) { x = l; return; } x = c; }
