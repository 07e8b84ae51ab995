// stage: compute
// version: 2021
// judged: hlsl source
// Where a literal meets doubles or 64-bit integers it is one of them.
static const double g_Table[2] = { 0.1, 0.2 };
static const double2 g_Pair = 0.7;
RWStructuredBuffer<double> g_Out : register(u0);
RWStructuredBuffer<int64_t> g_Wide : register(u1);

double given(double value) { return value * 1.5; }
double constant() { return 0.1; }

[numthreads(8,1,1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint at = id.x * 32;
    double d = id.x + 0.1;
    double2 p = 0.3;
    p += 0.1;
    p *= double2(0.2, d);
    d -= 0.05;
    double a[2] = { 0.6, d };
    g_Out[at] = d;
    g_Out[at + 1] = p.x;
    g_Out[at + 2] = p.y;
    g_Out[at + 3] = given(0.1) + constant();
    g_Out[at + 4] = g_Table[id.x & 1] + g_Pair.y;
    g_Out[at + 5] = ((double2)0.1 * 0.3).x;
    g_Out[at + 6] = max(p, 0.35).x;
    g_Out[at + 7] = (-0.1 * p).y;
    g_Out[at + 8] = ((0.1 + 0.2) * p).y;
    g_Out[at + 9] = d > 0.1 ? d : 0.9;
    g_Out[at + 10] = a[0] * a[1];
    g_Out[at + 11] = select(p > 0.06, double2(1.1, 2.2), p).x;
    g_Out[at + 12] = 1 / d;
    g_Out[at + 13] = d / 3;
    g_Out[at + 14] = fma(d, 0.3, 0.7);
    g_Out[at + 15] = 16777217 + d;
    g_Out[at + 16] = (p * 16777217).y;
    g_Out[at + 17] = clamp(d, 0.15, 2.35);
    g_Out[at + 18] = d == 0.05 ? 1.0 : 2.0;
    int64_t w = (int64_t)id.x - 3;
    g_Wide[at] = w * 5000000000;
    g_Wide[at + 1] = (int64_t2(w, 1) * 5000000000).y;
    g_Wide[at + 2] = w + 0xffffffff;
    g_Wide[at + 3] = w << 33;
    g_Wide[at + 4] = 1LL << (id.x + 33);
    g_Wide[at + 5] = w > 0 ? 5000000000 : w;
    g_Wide[at + 6] = max(w, -4000000000);
    g_Wide[at + 7] = (int64_t)(d * 1e10);
    g_Wide[at + 8] = (uint64_t)d + (id.x ? 1 : 0);
    g_Wide[at + 9] = w | 0x100000000;
    g_Wide[at + 10] = ~w & 0xff;
    w <<= 2;
    w -= 3;
    w /= 2;
    g_Wide[at + 11] = w;
    g_Wide[at + 12] = w % 3 + (w & 1);
}
