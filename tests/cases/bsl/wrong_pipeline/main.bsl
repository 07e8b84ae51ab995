struct Features { [[compilation_constant]] bool fog; [[compilation_constant]] int n; };
struct R {
    [[sampler(0)]] sampler2D always;
    [[resource_table]] srt_t<Features> features;
};
struct T { [[compilation_constant]] bool on; [[condition(on), sampler(1)]] sampler2D sometimes; };
struct O { [[frag_color(0)]] float4 color; };
[[vertex]] void vs([[position]] float4 &p) { p = float4(0.0f); }
[[fragment]] void fs([[resource_table]] R &srt, [[resource_table]] T &t, [[out]] O &o)
{
    o.color = texture(srt.always, float2(0.0f));
    if (srt.features.fog) [[static_branch]] { o.color *= 2.0f; }
    if (t.on) [[static_branch]] { o.color += texture(t.sometimes, float2(0.0f)); }
    o.color.x += texture(t.sometimes, float2(0.0f)).x;
}
PipelineGraphic unbound(vs, fs, T{.on = true});
PipelineGraphic absent(vs, fs, T{.on = false}, Features{.fog = true});
PipelineGraphic good(vs, fs, T{.on = true}, Features{.fog = true});
