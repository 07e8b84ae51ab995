// An intrinsic that takes the arguments goes before functions of the source; the others are called as usual.
struct P { float x; };
float max(float a, float b) { return a; }
float max(P a, P b)         { return a.x; }
float sin(Texture2D t)      { return 1; }
namespace N { float abs(float x) { return x; } }
Texture2D g_Texture;

float4 main(float3 v : A) : SV_Target
{
    P p = { v.x };
    return max(v.x, v.y) + max(p, p) + sin(g_Texture) + sin(v.x) + N::abs(v.y);
}
