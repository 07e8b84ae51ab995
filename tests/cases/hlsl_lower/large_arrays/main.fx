// stage: compute
// More elements than 65,536.
struct Table { float all[100000]; };
StructuredBuffer<Table> g_Tables : register(t0);
RWStructuredBuffer<float> g_Out : register(u0);
static float s_Private[70000];
[numthreads(1, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float large[70000] = (float[70000])0;
    large[id.x] = 4;
    s_Private[69999 - id.x] = 6;
    g_Out[id.x] = large[69999] + s_Private[id.y] + g_Tables[0].all[99999 - id.x];
}
