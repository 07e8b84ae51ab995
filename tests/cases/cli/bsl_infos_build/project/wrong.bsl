struct Data {
    [[storage(0, write)]] float (&results)[];
};
[[compute, local_size(8)]] void wrong_cs([[resource_table]] Data &srt)
{
    srt.results[0] = missing;
}
PipelineCompute wrong(wrong_cs);
