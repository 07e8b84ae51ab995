// stage: compute
// version: 2021
// Names that mean several things, or nothing.
namespace A { static const uint both = 1; uint f(uint x) { return 1; } struct Twice { uint a; }; }
namespace B { static const uint both = 2; uint f(uint x) { return 2; } struct Twice { uint b; }; }
static const uint one = 1;
namespace C { static const uint one = 2; uint g(uint x) { return 3; } }
uint g(uint x) { return 4; }
using namespace A;
using namespace B;
using namespace Nowhere;
using C::one;
using C::g;
using C::nothing;
using A;
using Twice::a;
struct S { using A::f; uint a; };

RWStructuredBuffer<uint> g_Out;
[numthreads(1, 1, 1)]
void main(uint id : SV_DispatchThreadID)
{
    g_Out[0] = both + f(id) + A::both;
    Twice twice;
    {
        using namespace C;
        g_Out[1] = one;
    }
    g_Out[2] = ::C::one + S::a;
    using A::both;
    uint both = 3;
}
