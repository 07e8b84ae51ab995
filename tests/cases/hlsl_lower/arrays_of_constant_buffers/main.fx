struct Light { float3 colour; float range; };
ConstantBuffer<Light> g_Lights[3];
ConstantBuffer<Light> g_Groups[2][4] : register(b8);
float4 main(uint at : AT) : SV_Target
{
    return float4(g_Lights[at].colour, g_Groups[1][2].range);
}
