bool g_bA;
int g_nCount;

struct Material
{
    bool g_bA;                       // a member of its own
    float weights[g_nCount];         // the branch
    float get() { return g_bA ? 1.0 : 0.0; }
};

struct Derived : Material
{
    float again() { return g_bA ? 1.0 : g_nCount; }
};

namespace inner
{
    static const int g_nCount = 7;   // hides the branch in here
    int count() { return g_nCount; }
}

int parameter(bool g_bA) { return g_bA ? g_nCount : 0; }

int locals(Material m)
{
    int sum = m.g_bA ? g_nCount : inner::g_nCount;
    if (g_bA)
    {
        int g_nCount = g_nCount + 1; // the initialiser is still the branch
        sum += g_nCount;
    }
    for (int g_nCount = 0; g_nCount < 4; ++g_nCount)
        sum += g_nCount;
    bool first = true, g_bA = false;
    return g_bA ? sum : g_nCount;
}

[numthreads(g_nCount, 1, 1)]
float4 main() : SV_Target0
{
    // g_bA in a comment, "g_bA" in a string
    Material m = (Material)0;
    return (::g_bA) && parameter(g_bA) > g_nCount ? float4(m.g_bA, 0, 0, locals(m)) : 0;
}
