// DXC takes the first two; it and FXC refuse constants elsewhere, DXC also the rest.
Texture2D g_Combined : register(s0);
SamplerState g_Sampler : register(t0);
RWTexture2D<float4> g_Image : register(t1);
Buffer<float> g_Buffer : register(u2);
StructuredBuffer<float> g_Structured : register(b2);
Texture2D g_Texture : register(u4);
Texture2D g_Other : register(b4);
SamplerState g_Third : register(b5);
float4 g_Constant : register(c3);
int g_Integer : register(i1);
bool g_Boolean : register(b3);
float4 g_Misplaced : register(t0);
float4 g_AlsoMisplaced : register(s0);

float4 main() : SV_Target
{
    return g_Buffer[0] + g_Structured[0] + g_Image[uint2(0, 0)] + g_Texture.Sample(g_Sampler, 0.0) + g_Misplaced + g_Constant
        + g_Other.Sample(g_Third, 0.0) + g_AlsoMisplaced + g_Combined.Sample(g_Sampler, 0.0) + g_Integer + g_Boolean;
}
