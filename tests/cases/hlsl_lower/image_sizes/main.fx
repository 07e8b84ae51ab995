Texture1DArray<float4> g_Lines;
Texture2DMSArray<float4> g_Samples;
Texture2DMS<float4> g_Edges;
RWTexture2DArray<float4> g_Layers;
float4 main(uint at : AT) : SV_Target
{
    uint a, b, c, d, e, f, g, h, i, levels;
    g_Lines.GetDimensions(0, a, b, levels);
    g_Samples.GetDimensions(c, d, e, f);
    g_Layers.GetDimensions(g, h, i);
    return float4(a + b + levels, c + d + e + f, g + h + i, 0) + g_Edges.GetSamplePosition(at).xyxy;
}
