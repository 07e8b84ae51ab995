// stage: compute
// version: 2021
enum Plain { A, B };
enum Other { X, Y };
enum class Strict { P, Q };
uint Result() { return Strict::P; }
uint Takes(uint x) { return x; }
RWStructuredBuffer<uint> g_Out;
[numthreads(1, 1, 1)]
void main(uint id : SV_DispatchThreadID)
{
    Plain plain = A | 1;
    Plain known = A;
    known = A | X;
    known |= 1;
    bool different = A == X;
    known = Plain(1);
    uint component = known.x;
    Strict strict = Strict::P;
    int converted = strict;
    bool less = strict < Strict::Q;
    bool number = strict == 1;
    strict = strict | Strict::Q;
    strict |= Strict::Q;
    bool negated = !strict;
    if (strict) g_Out[0] = 1;
    g_Out[1] = g_Out[Strict::Q];
    uint2 vector_of = uint2(strict, 1);
    uint called = Takes(strict);
    uint shifted = 1u << strict;
    uint chosen = id ? strict : 1;
    uint constructed = uint(strict);
    uint2 listed = { strict, 1 };
    uint picked = Strict::P ? 1 : 2;
    Strict truncated = (Strict)float4(1, 2, 3, 4);
    enum Twice { One, One };
    uint pointed = listed->x;
}
