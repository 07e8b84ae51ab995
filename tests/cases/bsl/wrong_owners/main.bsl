// Resources that an entry point reaches without their tables.
COMPUTE_SHADER_CREATE_INFO(sums)

struct Data {
    [[storage(0, write)]] float (&results)[];
};
struct Other {
    [[storage(1, read)]] const float (&inputs)[];
};

float of_other(int at)
{
    return resource_table_get(Other).inputs[at];
}

void of_info(float value)
{
    partial = value;
}

[[compute, local_size(1)]] void main_cs([[resource_table]] Data &srt)
{
    srt.results[0] = of_other(1);
    of_info(2.0f);
}
PipelineCompute pipeline(main_cs);
