// Pipelines that `hand.lua` and its sources write by hand.
struct View {
    float4x4 matrix;
    float4 tint;
};

struct Particle {
    packed_float3 position;
    float age;
};

struct Features {
    [[compilation_constant]] bool use_tint;
    [[compilation_constant]] int layers;
    [[specialization_constant(2.5f)]] float gain;
};

struct Resources {
    [[push_constant]] float4 offset;
    [[push_constant]] uint first[2];
    [[sampler(1)]] sampler2DArray albedo;
    [[sampler(0), frequency(BATCH)]] usampler2D masks;
    [[storage(2, read)]] const Particle (&particles)[];
    [[uniform(3), frequency(GEOMETRY)]] const View &object;
    [[uniform(0)]] const View &view;
    [[resource_table]] srt_t<Features> features;
};

struct VertexIn {
    [[attribute(0)]] float3 position;
    [[attribute(2)]] uchar4 weights;
};

struct Varyings {
    [[smooth]] float2 uv;
    [[flat]] uint id;
    [[no_perspective]] float depth;
};

struct Targets {
    [[frag_color(0), index(0)]] float4 color;
    [[frag_color(0), index(1)]] float4 factor;
};

[[vertex]] void draw_vs([[resource_table]] Resources &srt, [[in]] const VertexIn &v_in, [[out]] Varyings &v_out,
                        [[vertex_id]] const int vertex, [[position]] float4 &position)
{
    v_out.uv = v_in.position.xy;
    v_out.id = uint(vertex) + srt.first[1] + v_in.weights.x;
    v_out.depth = srt.particles[vertex].age;
    position = srt.view.matrix * (srt.object.matrix * float4(v_in.position, 1.0f)) + srt.offset;
}

[[fragment, early_fragment_tests]] void draw_fs([[resource_table]] Resources &srt, [[in]] const Varyings &v_in,
                                                [[out]] Targets &targets)
{
    float4 color = texture(srt.albedo, float3(v_in.uv, v_in.depth));
    if (srt.features.use_tint) [[static_branch]] {
        color *= srt.view.tint;
    }
    if (srt.features.layers > 2) [[static_branch]] {
        color = -color;
    }
    targets.color = color;
    targets.factor = float4(float(texelFetch(srt.masks, int2(0), 0).x) * srt.features.gain);
}

struct Work {
    [[storage(0, read_write)]] Particle (&moved)[];
    [[image(1, write, UNORM_8_8_8_8)]] image2D picture;
    [[shared]] uint counts[8];
};

[[compute, local_size(8, 2), metal_max_total_threads_per_threadgroup(64), texture_atomic]] void move_cs([[resource_table]] Work &srt, [[global_invocation_id]] const uint3 id,
                                           [[local_invocation_index]] const uint index)
{
    srt.counts[index & 7u] = id.x;
    barrier();
    srt.moved[id.x].age += float(srt.counts[id.y & 7u]);
    imageStore(srt.picture, int2(id.xy), float4(1.0f));
}

PipelineGraphic draw(draw_vs, draw_fs, Features{.use_tint = true, .layers = 2});
PipelineCompute move(move_cs);
