struct A { [[uniform(0)]] float4 by_value; };
struct B { [[sampler(0)]] const sampler2D &reference; };
struct C { [[sampler(0)]] sampler2D a; [[smooth]] float b; };
struct D { [[sampler(0), image(1, read, UNORM_8)]] sampler2D a; };
struct E { [[image(0, read, NO_SUCH)]] image2D a; [[image(1, read, UINT_32)]] image2D b; [[image(2, sometimes, UNORM_8)]] image2D c; };
struct F { [[sampler(0)]] sampler2D a; };
struct G { F nested; [[resource_table]] F value; [[resource_table]] srt_t<F> good; };
struct H { [[sampler]] sampler2D a; [[sampler(0, 1)]] sampler2D b; [[sampler(-1)]] sampler2D c; [[sampler(0)]] float d; };
struct I { [[attribute(0)]] float4x4 m; [[attribute(1)]] float a[2]; };
struct J { [[smooth]] char3 small; [[smooth]] int not_flat; };
struct K { [[push_constant]] F table; [[push_constant, capacity(4)]] float a; [[condition(1), condition(2), sampler(0)]] sampler2D s; };
void by_value(F srt) { F made = F{}; F copy = srt; auto got = resource_table_get(F); auto bad = resource_table_get(float); }
struct V { [[smooth]] float a; };
struct W { [[smooth]] float a; };
struct O { [[frag_color(0)]] float4 color; };
[[vertex]] float returns([[position]] float4 &p) { return 1.0f; }
[[vertex]] void missing(float4 p, [[sampler(0)]] sampler2D s) { }
[[vertex]] void wrong_type([[position]] float3 &p, [[vertex_id]] int id, [[point_size]] const float size) { }
[[vertex]] void wrong_stage([[frag_coord]] const float4 p, [[in]] const V &v, [[local_invocation_index]] const uint i) { }
[[vertex]] void twice([[position]] float4 &p, [[position]] float4 &q, F &unmarked) { }
[[compute]] void unsized() { }
[[compute, local_size(0)]] void zero_sized() { }
[[vertex, fragment]] void two_stages() { }
void ordinary([[in]] const V &v, [[flat]] float x) { }
[[vertex]] void vs([[out]] V &v, [[position]] float4 &p) { v.a = 1.0f; p = float4(0.0f); }
[[fragment]] void fs([[in]] const W &v, [[out]] O &o, [[frag_depth(near)]] float &depth) { o.color = float4(v.a); }
[[fragment]] void fine([[in]] const V &v, [[out]] O &o) { o.color = float4(v.a); }
PipelineGraphic mismatch(vs, fs);
PipelineGraphic swapped(fine, vs);
PipelineGraphic address(&vs, fine);
PipelineGraphic constants(vs, fine, 1, F{.b = 2}, F{3});
PipelineGraphic only_one(vs);
void legacy() { push_constant_get(info, name); }
