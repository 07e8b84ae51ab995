// stage: vertex
[[vk::global_cbuffer_binding(5, 1)]] float4 g_Tint;
struct Layer { Texture2D map; float strength; };
Layer g_Layers[2];
struct Vertex
{
    [[vk::location(1)]] float3 position : POSITION;
    [[vk::location(3)]] nointerpolation uint layer : LAYER;
};
[[vk::location(0)]] float4 main(Vertex v, [[vk::builtin("PointSize")]] out float size, uint code : CODE) : COLOR
{
    size = '\c' + '\n';
    return float4(v.position, 1) * g_Tint * g_Layers[1].strength;
}
