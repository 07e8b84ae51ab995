// A stage declares the push constants of its pipeline, and none of other tables; a helper reads what stages exchange.
struct Varyings { [[smooth]] float2 uv; [[flat]] int layer; };
struct In { [[attribute(0)]] float2 pos; [[attribute(1)]] uchar4 tint; };
struct Target { [[frag_color(0)]] float4 color; [[frag_color(1)]] uint id; };
struct Own { [[push_constant]] float4 used; };
struct Other { [[push_constant]] float4 unrelated; [[sampler(0)]] sampler2D other; };
float2 helper(const Varyings &v) { return v.uv * 2.0f; }
[[vertex]] void vs([[in]] const In &attr, [[out]] Varyings &v_out, [[position]] float4 &position, [[point_size]] float &size)
{ v_out.uv = attr.pos; v_out.layer = int(attr.tint.x); position = float4(attr.pos, 0.0f, 1.0f); size = 2.0f; }
[[fragment]] [[early_fragment_tests]] void fs([[in]] const Varyings &v_in, [[resource_table]] Own &own, [[out]] Target &target, [[frag_coord]] const float4 coord)
{ target.color = float4(helper(v_in), coord.x, own.used.x); target.id = uint(v_in.layer); }
[[fragment]] void fs2([[in]] const Varyings &v_in, [[resource_table]] Other &other, [[out]] Target &target, [[frag_depth(greater)]] float &depth)
{ target.color = texture(other.other, v_in.uv) * other.unrelated; target.id = 0u; depth = 0.5f; }
PipelineGraphic p(vs, fs);
PipelineGraphic p2(vs, fs2);
