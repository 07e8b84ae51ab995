RWBuffer<float> g_out : register(u0);
[numthreads(64, 1, 1)]
void CSMain(uint3 id : SV_DispatchThreadID)
{
    g_out[id.x] = Missing(id.x);
    float2 a = float3(1, 2, 3);
    float a = 4;
}
