#include "host_names.bsl"
#include "scale.bsl"

struct Data {
    [[storage(0, write)]] float (&results)[];
};

[[compute, local_size(64)]] void scaled_cs([[resource_table]] Data &srt, [[global_invocation_id]] const uint3 id)
{
    assert(id.x < 64u);
#if OFFSET == 3 && defined(UNUSED)
    srt.results[id.x] = scaled(float(id.x)) + 3.0f;
#endif
}
