// An input is no source of blending.
struct Colours
{
    [[vk::location(0), vk::index(1)]] float4 colour : COLOR;
};
float4 main(Colours o) : SV_Target
{
    return o.colour;
}
