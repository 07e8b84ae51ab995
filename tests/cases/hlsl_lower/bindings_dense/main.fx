// bindings: dense
// Of a set, classes follow each other in the order b, t, s, u, each in the order of its registers; a number that an attribute
// has taken is stepped over, an array is one binding, and counters come last.
RWStructuredBuffer<float4> g_Counted : register(u7);
SamplerState g_Linear : register(s2);
Texture2D g_Late : register(t9);
Texture2D g_Early : register(t1);
Texture2D g_Several[2] : register(t20);
Texture2D g_Elsewhere : register(t5, space2);
Texture2D g_Unused : register(t4);
[[vk::binding(2)]] Texture2D g_Fixed;
cbuffer View : register(b3) { float4 g_View; };
float4 g_Loose;
float4 main(float2 uv : TEXCOORD) : SV_Target
{
    g_Counted[g_Counted.IncrementCounter()] = g_Loose;
    float4 color = g_Late.Sample(g_Linear, uv) + g_Early.Sample(g_Linear, uv) + g_Fixed.Sample(g_Linear, uv);
    return color + g_Several[1].Sample(g_Linear, uv) + g_Elsewhere.Sample(g_Linear, uv) + g_View;
}
