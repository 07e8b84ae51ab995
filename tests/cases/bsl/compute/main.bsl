struct Item { float4 value; };
struct Data {
    [[storage(0, read_write)]] Item (&items)[];
    [[storage(1, write)]] uint (&counts)[];
    [[image(0, write, SFLOAT_16_16_16_16)]] image2D target;
    [[image(1, read_write, UINT_32)]] uimage2DAtomic marks;
    [[shared]] float cache[64];
};
[[compute, local_size(8, 8)]] void main_cs([[resource_table]] Data &srt, [[global_invocation_id]] const uint3 id,
                                          [[local_invocation_index]] const uint index)
{
    assert(id.x < 4096u);
    srt.cache[index] = srt.items[index].value.x;
    barrier();
    int2 texel = int2(id.xy);
    if (!in_image_range(texel, srt.target)) { return; }
    imageStore(srt.target, texel, float4(srt.cache[index]));
    imageAtomicMax(srt.marks, texel, 3u);
    atomicAdd(srt.counts[0], 1u);
    printf("texel %d %d " "value %f\n", texel.x, texel.y, srt.cache[index]);
    float most = simd_max(srt.cache[0]);
    srt.items[index].value.y = most;
}
PipelineCompute run(main_cs);
