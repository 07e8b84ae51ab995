//! pixel PSMain
Texture2D g_t2 : register(t0);
TextureCube g_tCube : register(t1);
Texture3D g_t3 : register(t2);
Texture2DArray g_tArray : register(t3);
Texture2D<uint4> g_tInt : register(t4);
SamplerState g_s : register(s0);

float4 PSMain(float4 position : SV_Position, float2 uv : TEXCOORD0, float3 n : TEXCOORD1) : SV_Target0
{
    uint width, height, levels;
    g_t2.GetDimensions(0, width, height, levels);
    float4 c = g_t2.SampleLevel(g_s, uv, 2);
    c += g_t2.SampleBias(g_s, uv, -1);
    c += g_t2.SampleGrad(g_s, uv, ddx(uv), ddy(uv) * 2);
    c += g_t2.Sample(g_s, uv, int2(1, -1));
    c += g_t2.GatherRed(g_s, uv);
    c += g_tCube.SampleLevel(g_s, reflect(n, float3(0, 0, 1)), 3);
    c += g_t3.Sample(g_s, n);
    c += g_tArray.Sample(g_s, float3(uv, 2));
    c += g_tInt.Load(int3(position.xy, 0)).wzyx;
    return c / float(width + height + levels);
}
