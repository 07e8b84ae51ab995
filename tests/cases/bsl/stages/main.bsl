// Files may ask which stage they are for.
#ifdef GPU_FRAGMENT_SHADER
static constexpr float scale_of_stage = 2.0f;
float of_stage(float x) { return dFdx(x) * scale_of_stage; }
#else
static constexpr float scale_of_stage = 1.0f;
float of_stage(float x) { return x * scale_of_stage; }
#endif

#if defined(GPU_VERTEX_SHADER) && !defined(GPU_COMPUTE_SHADER) && GPU_VULKAN
float2 corner(int id) { return float2(float(id & 1), float(id >> 1)); }
#else
float2 corner(int) { return float2(0.0f); }
#endif

struct Varyings {
    [[smooth]] float2 uv;
};

struct Target {
    [[frag_color(0)]] float4 color;
};

struct Data {
    [[storage(0, write)]] float (&results)[];
};

[[vertex]] void quad_vs([[out]] Varyings &v_out, [[vertex_id]] const int id, [[position]] float4 &position)
{
    v_out.uv = corner(id);
    position = float4(corner(id), of_stage(0.5f), 1.0f);
}

[[fragment]] void quad_fs([[in]] const Varyings &v_in, [[out]] Target &target)
{
    target.color = float4(of_stage(v_in.uv.x));
}

[[compute, local_size(1)]] void quad_cs([[resource_table]] Data &srt) { srt.results[0] = of_stage(1.0f); }

PipelineGraphic quad(quad_vs, quad_fs);
PipelineCompute store(quad_cs);
