namespace c {
static constexpr int a = 7 / 2 + (1 << 4) % 5;
static constexpr uint b = 0xffffffffu + 2u;
static constexpr float third = 1.0f / 3.0f;
static constexpr float3 v = float3(third, 2.0f, float(a));
static constexpr bool t = all(lessThan(v, float3(5.0f)));
static constexpr float n = NAN_FLT;
static constexpr int bits = floatBitsToInt(1.0f);
}
float use(int x)
{
    static constexpr int local = c::a * 2;
    if constexpr (c::t) { x += local; }
    else { x = 0; }
    float big = 1e30f;
    return c::v.y + float(c::b) + big + c::n + float(c::bits + 010 + x);
}
