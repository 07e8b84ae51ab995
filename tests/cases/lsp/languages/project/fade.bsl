#include "math_lib.bsl"

struct Fade {
    [[image(0, write, SFLOAT_16_16_16_16)]] image2D target;
    [[push_constant]] float amount;
    [[compilation_constant]] bool soft;
};

[[compute, local_size(8, 8, 1)]] void fade_cs([[resource_table]] Fade &srt, [[global_invocation_id]] const uint3 id)
{
    float value = srt.amount;
    if (srt.soft) [[static_branch]] {
        value = math::square(value);
    }
    imageStore(srt.target, int2(id.xy()), float4(value));
}

PipelineCompute fade_hard(fade_cs, Fade{.soft = false});
PipelineCompute fade_soft(fade_cs, Fade{.soft = true});
