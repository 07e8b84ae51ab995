#include "infos/some_infos.hh"
#include "math_lib.bsl"

// A program of several files: namespaces, templates, methods, unions, defaults, references.
namespace scene {

enum class Kind : uint { Point, Spot = 3, Sun };

struct Light {
    packed_float3 position;
    float radius;
    float4 color;

    float distance_to(float3 p) const { return length(position - p); }
    void grow(float by) { radius += by; this->clamp_radius(); }
    void clamp_radius() { radius = min(radius, 100.0f); }
    static float default_radius() { return 1.0f; }
};

struct Globals {
    float4x4 view_projection;
    float4 ambient;
    int light_count;
    bool32_t is_dark;
    float2 jitter;
};

struct Resources {
    [[uniform(0)]] const Globals &globals;
    [[storage(1, read)]] const Light (&lights)[];
    [[sampler(2)]] sampler2D albedo;
    [[push_constant]] float4x4 model;
    [[push_constant]] int first;
};

struct Features {
    [[compilation_constant]] bool use_fog;
    [[compilation_constant]] int quality;
    [[specialization_constant(2.5f)]] float scale;
};

struct All {
    [[resource_table]] srt_t<Resources> resources;
    [[resource_table]] srt_t<Features> features;
};

struct VertexIn {
    [[attribute(0)]] float3 position;
    [[attribute(1)]] float2 uv;
};

struct Varyings {
    [[smooth]] float3 world;
    [[smooth]] float2 uv;
    [[flat]] int id;
};

struct FragmentOut {
    [[frag_color(0)]] float4 color;
};

[[vertex]] void mesh_vs([[resource_table]] All &srt, [[in]] const VertexIn &v_in, [[out]] Varyings &v_out,
                        [[vertex_id]] const int vertex, [[position]] float4 &position)
{
    float4 world = srt.resources.model * float4(v_in.position, 1.0f);
    v_out.world = world.xyz();
    v_out.uv = v_in.uv + srt.resources.globals.jitter;
    v_out.id = vertex + srt.resources.first;
    position = srt.resources.globals.view_projection * world;
}

float3 shade([[resource_table]] Resources &srt, float3 p, float intensity = math::half_of(2.0f))
{
    float3 sum = float3(0.0f);
    for (int i = 0; i < srt.globals.light_count; i++) {
        const int index = i;
        const Light &light = srt.lights[index];
        sum += light.color.rgb * intensity / max(light.distance_to(p), 1e-3f);
    }
    return sum;
}

float4 fog(float4 color, float amount) { return mix(color, float4(0.5f), amount); }

[[fragment]] void mesh_fs([[resource_table]] All &srt, [[in]] const Varyings &v_in, [[out]] FragmentOut &f_out)
{
    float3 color = shade(srt.resources, v_in.world);
    if (srt.features.use_fog) [[static_branch]] {
        color = fog(float4(color, 1.0f), 0.5f).xyz;
    }
    else if (srt.features.quality > 1) [[static_branch]] {
        color *= srt.features.scale;
    }
    else {
        color *= 0.5f;
    }
    Kind kind = Kind::Sun;
    if (uint(kind) == 4u) {
        color.x += 1.0f;
    }
    Light copy{.radius = 2.0f, .color = float4(1.0f)};
    copy.grow(Light::default_radius());
    color += copy.radius * math::lerp<float>(0.0f, 1.0f, 0.25f);
    color += texture(srt.resources.albedo, v_in.uv).rgb;
    f_out.color = float4(color, 1.0f);
}

PipelineGraphic mesh_fog(mesh_vs, mesh_fs, Features{.use_fog = true, .quality = 1});
PipelineGraphic mesh_fine(scene::mesh_vs, scene::mesh_fs, Features{.use_fog = false, .quality = 1 + 1});
}
