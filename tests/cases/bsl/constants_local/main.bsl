// A constant integer of a function is a constant expression, as in C++.
template<int n> float power(float x)
{
    float result = 1.0f;
    for (int i = 0; i < n; i++) [[unroll]] {
        result *= x;
    }
    return result;
}
template float power<3>(float x);

struct Packed {
    float plain;
    union {
        float4 color;
        struct { float u; uint id; };
    };
};

float use(float x)
{
    const int count = 3;
    const bool wide = count > 2;
    static constexpr int more = count + 1;
    float all[count] = {x, 2.0f, 3.0f};
    float sum = power<count>(x);
    for (int i = 0; i < count; i++) [[unroll]] {
        sum += all[i] * float(more);
    }
    if constexpr (wide) {
        sum += 1.0f;
    }
    Packed packed = Packed{.plain = 1.0f, .color = {x, 0.0f, 0.0f, 1.0f}};
    return sum + packed.color.x;
}
