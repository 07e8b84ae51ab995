float f(float x) { return x; }
namespace A::B {
float f(float x) { return ::f(x) + 1.0f; }
static constexpr uint mask = 0b1010u | 0x10u;
struct T { float v; };
namespace C { float g(float x) { return x * 2.0f; } }
float h(float x) { return C::g(x) + A::B::f(x); }
}
namespace A { using Same = float; }
float A_B_f(float x) { return x; }
float use(float __x, float texture2, float fragment)
{
    using A::B::h;
    using V = A::B::T;
    V t = V{2.0f};
    return h(__x) + A_B_f(texture2) + fragment + t.v + float(A::B::mask);
}
