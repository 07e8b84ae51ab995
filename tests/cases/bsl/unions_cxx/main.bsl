// Unions with vectors, as g++ takes them as well.
union Bits { float f; uint u; float3 v; };
union Half { float f; uint u; };
struct [[host_shared]] Shared {
    float4 a;
    union_t<Half> bits;
    float b;
    float c;
    float d;
};
struct Packed {
    uint low : 5;
    float plain;
    union {
        float4 color;
        struct { float u; uint id; };
    };
};
Bits made(float x) { Bits b; b.f = x; return b; }
struct Nested { Bits both[2]; float2x2 m; bool32_t on; };
uint use(float x)
{
    Bits b = made(x);
    Bits c = b;
    c.v.y = 2.0f;
    c.v.xy = float2(1.0f, 3.0f);
    c.v.xy = b.v.xy;
    Packed p = Packed{.low = 3u, .plain = 1.0f};
    Packed q = p;
    q.color = float4(1.0f);
    q.color.xy += 0.5f;
    Nested n = {};
    n.both[1].f = 2.0f;
    static constexpr float2 k = float2(1.0f) + float2(2.0f, 3.0f) * 2.0f;
    n.on = n.both[1].v.x > 1.0f;
    if (n.on) {
        q.id += 1u;
    }
    return p.low + b.u + c.u + q.id + uint(k.x);
}
