//! compute CSMain
RWTexture2D<float4> g_written : register(u0);
RWTexture2D<float> g_both : register(u1);
RWTexture2D<float4> g_read : register(u3);
[numthreads(8, 8, 1)]
void CSMain(uint3 id : SV_DispatchThreadID)
{
    g_both[id.xy] = g_both[id.xy] * 0.5f;
    g_written[id.xy] = g_read[id.yx];
}
