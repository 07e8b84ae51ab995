#include "shared.hh"
SHADER_LIBRARY_CREATE_INFO(lit)

struct Features {
    [[compilation_constant]] int taps;
};
struct Resources {
    [[compilation_constant]] bool fog;
    [[legacy_info]] ShaderCreateInfo lit;
    [[uniform(1)]] const View &view;
    [[sampler(0)]] sampler2D albedo;
    [[sampler(1), condition(fog)]] sampler2D fog_map;
    [[push_constant]] float4 tint;
    [[push_constant]] float x;
    [[resource_table]] srt_t<Features> features;
};
struct Vertices {
    [[attribute(0)]] float3 pos;
};
struct Varyings {
    [[smooth]] float2 uv;
};
struct Target {
    [[frag_color(0)]] float4 color;
};

[[vertex]] void quad_vs([[resource_table]] Resources &srt, [[in]] const Vertices &vertex, [[out]] Varyings &v_out,
                        [[vertex_id]] const int id, [[instance_index]] const int instance,
                        [[position]] float4 &position)
{
    v_out.uv = vertex.pos.xy + float(id + instance);
    position = srt.view.matrix * float4(vertex.pos, 1.0f);
}

struct Tinted {
    float4 tint;
    float x;
};

[[fragment]] void quad_fs([[resource_table]] Resources &srt, [[in]] const Varyings &v_in, [[out]] Target &target)
{
    Tinted own = {.tint = srt.tint * srt.view.tint, .x = srt.x};
    float4 color = texture(srt.albedo, v_in.uv) * own.tint.x * own.x * gain + light;
    if (srt.fog) [[static_branch]] {
        color += texture(srt.fog_map, v_in.uv);
    }
    if (srt.features.taps > 1) [[static_branch]] {
        printf("taps %d", srt.features.taps);
    }
    target.color = color;
}

PipelineGraphic quad(quad_vs, quad_fs, Features{.taps = 1}, Resources{.fog = false});
PipelineGraphic quad_fog(quad_vs, quad_fs, Features{.taps = 2}, Resources{.fog = true});
