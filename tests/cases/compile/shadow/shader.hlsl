//! pixel PSMain
cbuffer Shadow : register(b3)
{
    float4x4 g_mCascade[4];
    float4 g_vSplits;
    float2 g_vTexel;
    float g_fBias;
};
Texture2DArray g_tShadow : register(t4);
SamplerComparisonState g_sShadow : register(s2);

float4 PSMain(float4 position : SV_Position, float3 world : TEXCOORD0, float depth : TEXCOORD1) : SV_Target
{
    int cascade = 0;
    [loop]
    while (cascade < 3 && depth > g_vSplits[cascade])
        cascade++;
    float4 c = mul(g_mCascade[cascade], float4(world, 1));
    float3 uvz = c.xyz / c.w;
    float lit = 0;
    for (int y = -1; y <= 1; ++y)
        for (int x = -1; x <= 1; ++x)
            lit += g_tShadow.SampleCmpLevelZero(g_sShadow, float3(uvz.xy + float2(x, y) * g_vTexel, cascade), uvz.z - g_fBias);
    return lit / 9;
}
