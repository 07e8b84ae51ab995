struct Data {
    [[storage(0, write)]] float (&results)[];
};
[[compute, local_size(8)]] void twice_cs([[resource_table]] Data &srt)
{
    srt.results[0] = 1.0f;
}
PipelineCompute quad(twice_cs);
