// Each object of a global structure is bound by itself, and the numbers beside them are loose uniforms.
struct Layer { Texture2D map; SamplerState how; float strength; };
struct Pair { Texture2D maps[2]; float2 scale; };
Layer g_Layers[3];
Pair g_Pairs[2];
float4 weigh(Layer layer, float2 uv)
{
    return layer.map.Sample(layer.how, uv) * layer.strength;
}
float4 main(float2 uv : TEXCOORD) : SV_Target
{
    return weigh(g_Layers[1], uv) + weigh(g_Layers[2], uv)
        + g_Pairs[1].maps[0].Sample(g_Layers[0].how, uv * g_Pairs[1].scale);
}
