struct Colours
{
    [[vk::location(0)]] float4 colour : SV_Target0;
    [[vk::location(0), vk::index(2)]] float4 coverage : SV_Target1;
};
struct Loose
{
    [[vk::index(1)]] float4 coverage : SV_Target1;
};
[[vk::location(0), vk::index(1)]] float4 main(Colours o) : SV_Target
{
    return o.colour;
}
