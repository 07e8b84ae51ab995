// A ribbon of points, each with a kind and a level in one word.
#include "color_lib.bsl"
#include "easing_lib.bsl"
#include "packing_lib.bsl"

struct [[host_shared]] RibbonView {
    float4x4 matrix;
    packed_float3 tint;
    float width;
};

struct RibbonFeatures {
    [[compilation_constant]] bool use_stripes;
    [[compilation_constant]] bool use_ease;
    [[compilation_constant]] int samples;
};

struct Ribbon {
    [[uniform(0)]] const RibbonView &view;
    [[sampler(0)]] sampler2D pattern;
    [[push_constant]] float2 offset;
    [[resource_table]] srt_t<RibbonFeatures> features;
};

struct RibbonPoint {
    [[attribute(0)]] float3 position;
    [[attribute(1)]] uint bits;
};

struct RibbonVaryings {
    [[smooth]] float2 uv;
    [[flat]] uint bits;
};

struct RibbonTarget {
    [[frag_color(0)]] float4 color;
};

[[vertex]] void ribbon_vs([[resource_table]] Ribbon &srt, [[in]] const RibbonPoint &point,
                          [[out]] RibbonVaryings &v_out, [[vertex_id]] const int id, [[position]] float4 &position)
{
    const RibbonView &view = srt.view;
    float side = (id & 1) == 0 ? -view.width : view.width;
    v_out.uv = float2(float(id) * 0.25f, side);
    v_out.bits = point.bits;
    position = view.matrix * float4(point.position, 1.0f) + float4(srt.offset, 0.0f, 0.0f);
}

struct Stripe {
    float place;
    float weight;
};

float stripes([[resource_table]] Ribbon &srt, float2 uv, uint level)
{
    packing::Ring<float, 3> ring{};
    Stripe all[2] = {{0.25f, 0.5f}, {.place = 0.75f, .weight = 0.25f}};
    for (int i = 0; i < 2; i++) [[unroll]] {
        auto [place, weight] = all[i];
        ring.put(weight * texture(srt.pattern, uv + place).x);
    }
    assert(level < 32u);
    printf("level %u of a stripe at %f\n", level, uv.x);
    return ring.sum() + float(level) * 0.01f;
}

[[fragment]] void ribbon_fs([[resource_table]] Ribbon &srt, [[in]] const RibbonVaryings &v_in,
                            [[out]] RibbonTarget &target, [[front_facing]] const bool is_front)
{
    packing::Flags flags = packing::flags_of(v_in.bits);
    float3 color = srt.view.tint;
    if (srt.features.use_stripes) [[static_branch]] {
        color *= stripes(srt, v_in.uv, flags.level);
    }
    float sum = 0.0f;
    for (int i = 0; i < 8; i++) {
        if (i < srt.features.samples) {
            sum += texture(srt.pattern, v_in.uv * float(i + 1)).y;
        }
    }
    if (srt.features.use_ease) [[static_branch]] {
        sum = easing::in_out(math::saturate(sum));
    }
    switch (packing::Kind(flags.kind)) {
        case packing::Kind::Striped:
            color += float3(sum, 0.0f, 0.0f);
            break;
        case packing::Kind::Dotted:
            color = color::from_hsv(float3(sum, 0.5f, 0.5f));
            break;
        default:
            color *= is_front ? 1.0f : 0.5f;
            break;
    }
    target.color = float4(color, 1.0f);
}

PipelineGraphic ribbon_striped(ribbon_vs, ribbon_fs,
                               RibbonFeatures{.use_stripes = true, .use_ease = false, .samples = 3});
PipelineGraphic ribbon_plain(ribbon_vs, ribbon_fs,
                             RibbonFeatures{.use_stripes = false, .use_ease = true, .samples = 1});
