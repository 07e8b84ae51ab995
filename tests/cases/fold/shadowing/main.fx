bool g_bA;
int g_n;
static const int kN = g_n + 1;
enum class Mode { g_bA, Other };
float Parameter(bool g_bA) { if (g_bA) return 1; return 0; }
struct Options { bool g_bA; int g_n; float get() { if (g_bA) return 1; return g_n; } };

float4 main(float4 p : SV_Position) : SV_Target0
{
    Options options = (Options)0;
    float sum = Parameter(g_bA) + options.get();
    if (options.g_bA) sum += 1;
    if (kN > 1) { const int kN = 0; if (kN > 0) sum += 100; else sum += kN; }
    { bool g_bA = p.x > 0; if (g_bA) sum += 2; if (::g_bA) sum += 3; }
    for (int g_n = 0; g_n < 3; ++g_n) if (g_n == 1) sum += 4;
    if (g_n == 1) sum += 5;
    return sum;
}
