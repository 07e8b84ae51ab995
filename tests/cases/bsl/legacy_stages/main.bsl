// Vertex inputs, interfaces, outputs and shared variables of create-infos, by accessors and by their own names.
VERTEX_SHADER_CREATE_INFO(mesh)
FRAGMENT_SHADER_CREATE_INFO(mesh)
COMPUTE_SHADER_CREATE_INFO(sums)

// In a vertex stage the inputs exist, elsewhere this gives zero.
float3 place()
{
    return attribute_get(mesh, pos) + attribute_get(mesh, nor) * float(attribute_get(mesh, tint).w);
}

uint object_of()
{
    return interface_get(mesh, ids).object;
}

float fade()
{
    return interface_get(mesh, uv).x * float(specialization_constant_get(mesh, steps));
}

void share(uint at)
{
    shared_variable_get(sums, partial) = float(at);
    buffer_get(sums, totals)[at] = partial;
}

struct Mesh {
    [[legacy_info]] ShaderCreateInfo mesh;
};

[[vertex]] void mesh_vs([[resource_table]] Mesh &srt, [[position]] float4 &position)
{
    uv = pos.xy;
    layer = 3;
    ids.object = 7u;
    position = push_constant_get(mesh, matrix) * float4(place(), 1.0f);
}

[[fragment]] void mesh_fs([[resource_table]] Mesh &srt)
{
    out_color = float4(uv, fade(), place().x);
    out_factor = float4(float(layer), float(object_of()), 0.0f, 1.0f);
}

struct Sums {
    [[legacy_info]] ShaderCreateInfo sums;
};

[[compute, local_size(64)]] void sums_cs([[resource_table]] Sums &srt, [[local_invocation_index]] const uint at)
{
    share(at);
}

struct Glow {
    [[legacy_iface]] StageInterfaceInfo own_iface;
};
struct Color {
    [[frag_color(0)]] float4 color;
};

[[vertex]] void glow_vs([[resource_table]] Glow &srt, [[vertex_id]] const int id, [[position]] float4 &position)
{
    glow = float4(float(id));
    position = glow;
}

[[fragment]] void glow_fs([[resource_table]] Glow &srt, [[out]] Color &target)
{
    target.color = glow;
}

PipelineGraphic mesh_pipeline(mesh_vs, mesh_fs);
PipelineGraphic glow_pipeline(glow_vs, glow_fs);
PipelineCompute sums_pipeline(sums_cs);
