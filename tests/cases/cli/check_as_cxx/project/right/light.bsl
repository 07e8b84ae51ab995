#include "shared.bsl"

struct Data {
    [[storage(0, read)]] const scene::Light (&lights)[];
    [[storage(1, write)]] float (&results)[];
};

[[compute, local_size(64)]] void light_cs([[resource_table]] Data &srt, [[global_invocation_id]] const uint3 id)
{
    const uint at = id.x;
    srt.results[at] = srt.lights[at].radius * srt.lights[at].falloff;
}
