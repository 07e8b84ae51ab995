// A blur of a picture in two directions.
#include "math_lib.bsl"

struct Blur {
    [[image(0, read, SFLOAT_16_16_16_16)]] image2D source;
    [[image(1, write, SFLOAT_16_16_16_16)]] image2D target;
    [[push_constant]] int2 direction;
    [[compilation_constant]] bool wide;
    [[shared]] float4 row[64];
};

static constexpr int near_radius = 2;
static constexpr int far_radius = 6;

template<int radius> float4 blurred([[resource_table]] Blur &srt, int2 texel)
{
    float4 sum = float4(0.0f);
    float weights = 0.0f;
    for (int k = -radius; k <= radius; k++) [[unroll]] {
        float weight = exp(-math::square(float(k) / float(radius)));
        int2 at = texel + k * srt.direction;
        if (in_image_range(at, srt.source)) {
            sum += weight * imageLoad(srt.source, at);
            weights += weight;
        }
    }
    return sum / weights;
}
template float4 blurred<near_radius>(Blur &srt, int2 texel);
template float4 blurred<far_radius>(Blur &srt, int2 texel);

[[compute, local_size(8, 8, 1)]] void blur_cs([[resource_table]] Blur &srt, [[global_invocation_id]] const uint3 id,
                                             [[local_invocation_index]] const uint index)
{
    int2 texel = int2(id.xy());
    if (srt.wide) [[static_branch]] {
        srt.row[index] = blurred<far_radius>(srt, texel);
    }
    else {
        srt.row[index] = blurred<near_radius>(srt, texel);
    }
    if (in_image_range(texel, srt.target)) {
        imageStore(srt.target, texel, srt.row[index]);
    }
}

PipelineCompute blur_near(blur_cs, Blur{.wide = false});
PipelineCompute blur_far(blur_cs, Blur{.wide = true});
