// A function that is defined outside of its namespaces sees the names of all of them, the innermost first; so does what
// `namespace A::B` declares. The trial `specialise::dxc_takes_the_same_declarations` compares the meanings with DXC's.
static const bool g_bA = true;
static const bool g_bB = true;

namespace A
{
    static const bool g_bA = false;
    namespace B
    {
        static const bool g_bB = false;
        float one();
        float two();
        namespace C { float three(); }
    }
    float four();
    struct Held { bool g_bB; float five(); };
}
namespace Other { float six(); }

float A::B::one() { return g_bA ? 1 : 2; }
float A::B::two() { return g_bB ? 3 : 4; }
float A::B::C::three() { return (g_bA ? 5 : 6) + (g_bB ? 0.5 : 0.25); }
float A::four() { return (g_bA ? 7 : 8) + (g_bB ? 0.5 : 0.25); }
float A::Held::five() { return (g_bA ? 9 : 10) + (g_bB ? 0.5 : 0.25); }
float Other::six() { return (g_bA ? 11 : 12) + (g_bB ? 0.5 : 0.25); }
namespace A::B { float seven() { return (g_bA ? 13 : 14) + (g_bB ? 0.5 : 0.25); } }
namespace D::E { static const bool g_bA = false; float eight(); }
float D::E::eight() { return (g_bA ? 15 : 16) + (g_bB ? 0.5 : 0.25); }
float nine() { return (g_bA ? 17 : 18) + (g_bB ? 0.5 : 0.25); }

struct Out { float4 first : SV_Target0; float4 second : SV_Target1; float third : SV_Target2; };

Out main()
{
    A::Held held;
    held.g_bB = false;
    Out result;
    result.first = float4(A::B::one(), A::B::two(), A::B::C::three(), A::four());
    result.second = float4(held.five(), Other::six(), A::B::seven(), D::E::eight());
    result.third = nine();
    return result;
}
