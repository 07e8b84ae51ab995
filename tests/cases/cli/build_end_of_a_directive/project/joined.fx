// The texts of both files differ in the end of a directive alone.
static const uint g_value = 1;
RWStructuredBuffer<uint> g_out : register(u0);
namespace Inner {
#pragma foo static const uint g_value = 2;
uint value() { return g_value; }
}
[numthreads(1, 1, 1)] void main() { g_out[0] = Inner::value(); }
