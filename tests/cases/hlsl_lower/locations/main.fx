// stage: vertex
// `[[vk::location]]` is what it says; what says nothing goes around it. A matrix takes a location a row.
struct Vertex
{
    [[vk::location(1)]] float3 position : POSITION;
    float3 normal : NORMAL;
    [[vk::location(3)]] float4x4 world : WORLD;
    float2 uv : TEXCOORD0;
};
struct Varyings
{
    float4 position : SV_Position;
    float2 uv : TEXCOORD0;
    [[vk::location(0)]] float3 normal : NORMAL;
};
Varyings main(Vertex v)
{
    Varyings o;
    o.position = mul(float4(v.position, 1), v.world);
    o.uv = v.uv;
    o.normal = v.normal;
    return o;
}
