bool g_bA, FOG;
int g_n;
namespace N { static const float g_bA = 5; struct g_n { float x; }; }
namespace M { float other() { return g_bA; } }
// Opened again: what it had is known.
namespace N { float f() { return g_bA; } float g(g_n q) { return q.x; } }
struct Base { float FOG; };
struct O : Base { bool g_bA; float get(); };
// Outside of its structure, a method knows the members.
float O::get() { if (g_bA) return FOG; return g_n; }
struct Input { float4 color : FOG; float fade : g_bA; };

float4 main(Input input, float4 fog : FOG) : SV_Target0
{
    float r = FOG ? input.fade : 0;
    {
        struct g_n { float x; };
        g_n q;
        q.x = 1;
        r += q.x;
    }
    {
        typedef float g_bA;
        g_bA x = 2;
        r += x;
    }
    O o;
    return r + g_n + (g_bA ? N::f() : M::other()) + o.get();
}
