// A flat picture with everything that can be switched on: shapes, noise, colours, grading.
#include "color_lib.bsl"
#include "easing_lib.bsl"
#include "noise_lib.bsl"
#include "sdf_lib.bsl"

struct Settings {
    float4 tint;
    float2 scale;
    float time;
    float exposure;
};

struct Features {
    [[compilation_constant]] bool use_texture;
    [[compilation_constant]] bool use_noise;
    [[compilation_constant]] bool use_shapes;
    [[compilation_constant]] bool use_grading;
    [[compilation_constant]] bool use_vignette;
    [[compilation_constant]] bool use_dither;
    [[compilation_constant]] bool use_rotation;
    [[compilation_constant]] int octaves;
    [[compilation_constant]] int transfer;
};

struct Resources {
    [[uniform(0)]] const Settings &settings;
    [[sampler(0)]] sampler2D picture;
    [[resource_table]] srt_t<Features> features;
};

struct Varyings {
    [[smooth]] float2 uv;
};

struct Target {
    [[frag_color(0)]] float4 color;
};

[[vertex]] void surface_vs([[resource_table]] Resources &srt, [[out]] Varyings &v_out, [[vertex_id]] const int id,
                           [[position]] float4 &position)
{
    float2 corner = float2(float((id << 1) & 2), float(id & 2));
    v_out.uv = corner * srt.settings.scale;
    position = float4(corner * 2.0f - 1.0f, 0.0f, 1.0f);
}

float3 shapes(float2 p, float time)
{
    sdf::Hit hit{sdf::circle(p - 0.3f, 0.2f), 1};
    hit = hit.nearer(sdf::Hit{sdf::box(p - 0.7f, float2(0.1f, 0.2f)), 2});
    float both = sdf::smooth_union(hit.distance, sdf::circle(p - 0.5f, 0.1f), 0.1f);
    float edge = easing::in_out(math::remap(both, -0.02f, 0.02f));
    float3 inside = color::from_hsv(float3(float(hit.material) * 0.3f + time, 0.8f, 1.0f));
    return mix(inside, float3(0.1f), edge);
}

[[fragment]] void surface_fs([[resource_table]] Resources &srt, [[in]] const Varyings &v_in, [[out]] Target &target,
                             [[frag_coord]] const float4 coord)
{
    float2 uv = v_in.uv;
    if (srt.features.use_rotation) [[static_branch]] {
        uv = math::rotate(uv - 0.5f, srt.settings.time) + 0.5f;
    }
    float3 c = srt.settings.tint.xyz();
    if (srt.features.use_texture) [[static_branch]] {
        c *= texture(srt.picture, uv).xyz();
    }
    if (srt.features.use_noise) [[static_branch]] {
        if (srt.features.octaves > 2) [[static_branch]] {
            c *= noise::fractal<5>(uv * 8.0f);
        }
        else {
            c *= noise::fractal<2>(uv * 8.0f);
        }
    }
    if (srt.features.use_shapes) [[static_branch]] {
        c *= shapes(uv, srt.settings.time);
    }
    if (srt.features.use_grading) [[static_branch]] {
        color::grade(c, 1.2f, 1.1f);
    }
    if (srt.features.use_vignette) [[static_branch]] {
        c *= 1.0f - math::square(length(uv - 0.5f));
    }
    c *= srt.settings.exposure;
    if (srt.features.transfer == 1) [[static_branch]] {
        c = color::encode(max(c, float3(0.0f)));
    }
    else if (srt.features.transfer == 2) [[static_branch]] {
        c = color::encode(max(c, float3(0.0f)), color::Transfer::Gamma);
    }
    if (srt.features.use_dither) [[static_branch]] {
        noise::Random random = noise::Random::seeded(uint2(coord.xy()));
        c += (random.next() - 0.5f) / 255.0f;
    }
    target.color = float4(c, 1.0f);
}
