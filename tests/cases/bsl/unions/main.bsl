union Bits { float f; uint u; float3 v; };
struct Packed {
    uint low : 5;
    int middle : 12;
    bool flag : 1;
    uint next : 20;
    float plain;
    union {
        float4 color;
        struct { float2 uv; uint id; };
    };
};
uint use(float x)
{
    Bits b;
    b.f = x;
    b.v.y = 2.0f;
    b.u += 1u;
    Packed p = Packed{.low = 3u, .plain = 1.0f};
    p.middle = -4;
    p.flag = true;
    p.next |= 2u;
    p.color = float4(1.0f);
    p.uv.x += 0.5f;
    p.id = b.u;
    return p.low + uint(p.middle) + p.next + (p.flag ? 1u : 0u) + b.u;
}
