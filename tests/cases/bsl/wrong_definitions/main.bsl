// What g++ refuses as well: each function has one mistake.
float declared(float x);

float calls_a_prototype(float x)
{
    return declared(x) + declared(1.0f);
}

float never_called(float x = missing) { return x; }

float called_without(float x, int kind = float2(1.0f)) { return x + float(kind); }

float calls_it() { return called_without(1.0f); }

union Word {
    float f;
    uint u;
};

Word two_members() { return Word{.f = 1.0f, .u = 2u}; }

float labels(int at)
{
    switch (at) {
        case 1: return 1.0f;
        case 3 - 2: return 2.0f;
        default: return 3.0f;
        default: return 4.0f;
    }
}

float arrays()
{
    float a[2] = {1.0f, 2.0f};
    float b[2] = a;
    auto c = a;
    b = a;
    return b[0];
}

struct Textures {
    sampler2D albedo;
};

sampler2D chosen(sampler2D one) { return one; }

float4 copied(sampler2D one)
{
    sampler2D other = one;
    return texture(other, float2(0.0f));
}

float lengths()
{
    const float three = 3.0f;
    const float none;
    int two = 2;
    float a[int(three)];
    float b[two];
    return 0.0f;
}

template<typename T> T square(T x) { return x * x; }
template float square<float>(int x);
template int square<int>(int x);
