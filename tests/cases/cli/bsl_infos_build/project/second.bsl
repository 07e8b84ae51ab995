// It names a pipeline of a file that the project names behind it.
SHADER_LIBRARY_CREATE_INFO(quad)
#include "shared.hh"

struct Own {
    [[legacy_info]] ShaderCreateInfo quad;
    [[storage(0, write)]] float4 (&results)[];
};

[[compute, local_size(8)]] void second_cs([[resource_table]] Own &srt, [[global_invocation_id]] const uint3 id)
{
    srt.results[id.x] = view.tint * tint;
}
PipelineCompute second(second_cs);
