#include "legacy_infos.hh"

struct Data {
    [[storage(0, write)]] float (&results)[];
};

[[compute, local_size(64)]] void legacy_cs([[resource_table]] Data &srt, [[global_invocation_id]] const uint3 id)
{
    srt.results[id.x] = float(id.y);
}
