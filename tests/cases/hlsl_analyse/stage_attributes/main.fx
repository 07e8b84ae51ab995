// stage: vertex
struct Layer { Texture2D map; };
Layer g_Layers[];
struct Vertex
{
    [[vk::location(1)]] float3 position : POSITION;
    [[vk::builtin("PointSize")]] float size : SIZE;
    [[vk::builtin("FragShadingRate")]] int rate : RATE;
    [[vk::location(-1)]] float4 colour : COLOR;
};
[[vk::ext_decorate(3)]] float4 main(Vertex v, [[vk::offset(2)]] float3 normal : NORMAL) : SV_Position
{
    return float4(v.position, 1);
}
