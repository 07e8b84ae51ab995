#include "right/shared.bsl"

struct Data {
    [[storage(0, write)]] float (&results)[];
};

[[compute, local_size(64)]] void wrong_cs([[resource_table]] Data &srt, [[global_invocation_id]] const uint3 id)
{
    float unused = 1.0f;
    srt.results[id.x] = float(id.y);
}
