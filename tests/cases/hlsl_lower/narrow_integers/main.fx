// stage: compute
// version: 2021
// judged: hlsl source
// 16-bit numbers wrap at 16 bits, also where a text's language computes in 32.
ByteAddressBuffer g_In : register(t0);
RWStructuredBuffer<uint> g_Out : register(u0);
RWStructuredBuffer<int> g_OutSigned : register(u1);

[numthreads(8,1,1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint at = id.x;
    uint16_t u = (uint16_t)(at * 9001u + 60000u);
    int16_t i = (int16_t)(at * 7001u + 20000u);
    uint16_t v = g_In.Load<uint16_t>(at * 4);
    g_Out[at] = (uint)(u + u) + ((uint)(u * u) << 16);
    g_Out[8 + at] = (uint)(u << 3) + ((uint)(u >> 2) << 16);
    g_Out[16 + at] = (uint)~u + ((uint)(u - (uint16_t)65000) << 16);
    g_Out[24 + at] = (uint)-u / 3u;
    g_Out[32 + at] = (uint)((u * v) / (uint16_t)7) + ((uint)((u + v) % (uint16_t)7) << 16);
    g_OutSigned[at] = (int)(i + i);
    g_OutSigned[8 + at] = (int)(i << 2);
    g_OutSigned[16 + at] = (int)(i * i) >> 1;
    g_OutSigned[24 + at] = (int)(int16_t)(i << 3) >> 2;
    g_OutSigned[32 + at] = (int)-i + (int)~i + (int)(i >> 3);
    g_OutSigned[40 + at] = (int)max(i, (int16_t)(u + v)) - (int)min((uint16_t)(u + u), v);
    float16_t h = asfloat16(u);
    g_Out[40 + at] = (isnan(h) ? 1u : 0u) + (isinf(asfloat16((uint16_t)(0x7c00u + at % 2u))) ? 2u : 0u);
    g_Out[48 + at] = (uint)asuint16((float16_t)at) + (uint)(asint16((float16_t)-1.5) < (int16_t)0 ? 1u << 16 : 0u);
}
