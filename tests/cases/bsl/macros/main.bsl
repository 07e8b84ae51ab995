#define ONLY_OURS 1
#include "macros_lib.bsl"

float of_header(float x) { return TWICE(x) + float(COUNT); }

struct Data {
    [[storage(COUNT + 1, write)]] float (&results)[];
};

[[compute, local_size(COUNT)]] void macros_cs([[resource_table]] Data &srt)
{
#if defined(ONLY_OURS) && COUNT == 4 && (COUNT << 1 ? 1 : 0)
    srt.results[COUNT] = of_header(from_header());
#else
#    error "not reached"
#endif
}
PipelineCompute macros(macros_cs);
