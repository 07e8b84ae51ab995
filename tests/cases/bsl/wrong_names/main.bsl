float known(float x) { return x; }
float unknown() { return nothing + knwon(1.0f) + later(); }
float later() { return 1.0f; }
void types() { flaot a; float b; Missing c = Missing{}; }
void again(float x) { float a; float a; { float a; } }
float known(float x) { return 1.0f; }
void call() { float a; a(1.0f); float b = a.x; float3 v; v.q = 1.0f; v.xg = float2(1.0f); v.xyzwx; v.w = 1.0f; }
struct S { float m; float xyz() { return m; } void shadow(float m) { } void local() { float m; } };
void member() { S s; s.n = 1.0f; s.shadow(); known(); known(1.0f, 2.0f); known(s); }
namespace N { float f(float x) { return x; } float g() { return known(1.0f); } float known(float x) { return x; } float h() { return known(1.0f); } }
using namespace N;
using N::f;
using G = float;
namespace M { using N::f; using F = N::S; using K = float; }
void inside() { using namespace N; using N::f; using enum E; f(1.0f); }
float over(int a, float b) { return b; }
float over(float a, int b) { return a; }
void tie() { over(1, 1); }
void first(float a = 1.0f, float b) { }
float recursive(float x) { return indirect(x); }
float indirect(float x);
float again2(float x) { return indirect(x); }
float indirect(float x) { return again2(x); }
[[vertex]] void entry([[position]] float4 &p) { p = float4(0.0f); }
void calls(float4 x) { entry(x); }
[[node]] float bad_node(float x) { return x; }
[[node]] void good_node(float x, sampler2D t, float4x4 m) { }
void no_return_value() { return 1.0f; }
float no_value() { return; }
void bind() { auto [a, b] = float3(1.0f); auto &[c, d] = float2(1.0f); auto e; auto f = {}; auto g = {1, 2}; auto h = {{1}}; auto i = {3}; auto j = no_return_value(); }
