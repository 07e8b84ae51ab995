// Both colours are sources of blending at one location: `vk::index` says which.
struct Colours
{
    [[vk::location(0), vk::index(0)]] float4 colour : SV_Target0;
    [[vk::location(0), vk::index(1)]] float4 coverage : SV_Target1;
};
Colours main(float4 tint : COLOR)
{
    Colours o;
    o.colour = tint;
    o.coverage = tint.aaaa;
    return o;
}
