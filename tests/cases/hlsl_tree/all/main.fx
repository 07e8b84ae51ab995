#pragma pack_matrix(row_major)
bool g_bA, g_bKept = true;
[[vk::binding(3, 0)]] Texture2D<float4> g_map[2] : register(t0, space1);
sampler2D g_old = sampler_state { Texture = <g_tex>; };
cbuffer Frame : register(b0) { float4 g_tint : packoffset(c0); float g_weights[4][2]; };
typedef float3 Color;
using Index = uint;
enum class Mode : uint { Low, High = 1 << 2, };
struct Base { float x; };
struct Light : Base { nointerpolation float3 direction : NORMAL; uint bits : 4; float get() { return x; } } g_light;
interface Shape { float area(); };
template<typename T, int N> T Sum(T values[N]) { T sum = (T)0; return sum; }
namespace inner { namespace deep { static const int kN = 3; } int count(); }
float4 operator+(Light a, Light b) { return a.x; }
float Light::area() { return 1; };
technique11 Old { pass P { VertexShader = compile vs_4_0 main(); } }
@ not understood;
[numthreads(8, 8, 1)]
float4 main(in float2 uv : TEXCOORD0, out float depth : SV_Depth, uniform bool flag = false) : SV_Target0
{
    const float a = 1.0f, b[2] = { 1, 2 }, c = (float)uv.x;
    float4 color = float4(uv, 0, 1) * a + b[1] - -c, other;
    [branch] if (a < c && !flag || (int)a == 2) color.xyz *= 2; else if (flag) { discard; } else return 0;
    [unroll(4)] for (int i = 0, j = 1; i < 4; ++i, j--) { if (i == 2) continue; color += g_weights[i][j]; }
    for (;;) break;
    do { color--; } while (color.x > 1);
    while (false);
#pragma inside
    switch (j) { case 0: case inner::deep::kN: color = 1; break; default: { color = 2; } }
    color = flag ? a : b[0] ? c : ::g_bA ? 1 : 2, other = color;
    Sum<float, 2>(b); g_map[0].Sample(g_sampler, uv).x++; vector<float, 3> v = (vector<float, 3>)0;
    float x = a < b[0] ? c > (a) : sizeof(float); (a)(b); (Color)(b); (a) - b;
    struct Local { int x; } local = { 1 };
    (;
    return ;
}
