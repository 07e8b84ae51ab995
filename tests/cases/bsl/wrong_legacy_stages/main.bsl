VERTEX_SHADER_CREATE_INFO(mesh)
COMPUTE_SHADER_CREATE_INFO(sums)

float wrong()
{
    float a = sampler_get(mesh, matrix)[0].x;
    float b = interface_get(mesh, pos).x;
    float c = attribute_get(mesh, uv).x;
    float d = interface_get(mesh, object);
    float e = shared_variable_get(sums, totals)[0];
    float f = specialization_constant_get(mesh, partial);
    return a + b + c + d + e + f;
}

struct Mesh {
    [[legacy_info]] ShaderCreateInfo mesh;
    [[legacy_iface]] StageInterfaceInfo absent_iface;
};
struct Both {
    [[legacy_info]] ShaderCreateInfo mesh;
    [[legacy_iface]] StageInterfaceInfo own_iface;
};

[[vertex]] void both_vs([[resource_table]] Both &srt, [[position]] float4 &position)
{
    position = float4(0.0f);
}
