// stage: compute
// version: 2021
// What values of an enumeration keep their type in, and what an `enum class` is good for.
enum Plain { A, B, C };
enum Small : uint { UA, UB };
enum class Strict { P, Q };
RWStructuredBuffer<uint> g_Out;
uint Which(Strict of) { return 1; }
uint Which(int of) { return 2; }
struct Held { Strict strict; Plain plain; };
[numthreads(1, 1, 1)]
void main(uint id : SV_DispatchThreadID)
{
    Plain plain = A | B;
    plain = ~plain & C;
    plain = -(plain + B * C) << B;
    plain |= B;
    Small small = UA | UB;
    float number = UA + UB;
    int sum = plain + 1;
    Strict strict = (Strict)id;
    bool same = strict == Strict::Q;
    bool other = strict != (Strict)1;
    Held held = { Strict::P, plain };
    strict = id > 2 ? Strict::P : held.strict;
    switch (strict)
    {
        case Strict::P: sum += (int)Strict::Q; break;
        default: sum += (bool)strict ? 1 : 2; break;
    }
    g_Out[0] = Which(strict) + Which(plain) + sum + !plain;
}
