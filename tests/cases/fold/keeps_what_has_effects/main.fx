bool g_bA;
int g_n;
RWBuffer<uint> g_log : register(u0);
uint Log(uint x) { g_log[0] = x; return x; }
uint LogLater(uint x) { return Log(x) + 1; }
float Square(float x) { return x * x; }

float4 main(float4 p : SV_Position) : SV_Target0
{
    // Effects stay: both operands of && are evaluated before HLSL 2021.
    if (g_bA && LogLater(1) > 0) return 1;
    float a = g_bA ? LogLater(2) : 0u;
    // Without effects, and of one type: goes.
    if (g_bA && Square(p.x) > 0.5) return 2;
    float4 b = g_bA ? p * p : p;
    // Types that are not surely the same stay.
    float4 c = g_bA ? p.x : p;
    // An `else` must not change its `if`.
    if (p.x > 0) if (g_bA) if (p.y > 0) a = 1; else a = 2; else a = 3; else a = 4;
    // Falls through: stays.
    switch (g_n) { case 0: a += 1; case 1: a += 2; break; default: a = 5; }
    // Leaves from the middle: stays.
    switch (g_n) { case 0: if (p.y > 1) break; a += 1; break; default: a = 6; }
    return a + b + c;
}
