// Resources of create-infos: by accessors, and by their own names.
SHADER_LIBRARY_CREATE_INFO(textured)
SHADER_LIBRARY_CREATE_INFO(other)

float4 shade(float2 uv)
{
    float4 color = texture(sampler_get(textured, albedo), uv);
    color *= push_constant_get(textured, tint) * specialization_constant_get(textured, gain);
    {
        color.x += imageLoad(image_get(other, heights), int2(uv)).x;
    }
    return color + buffer_get(textured, weights)[layers];
}

void store(int2 at, float value)
{
    imageStore(image_get(other, heights), at, float4(value));
}

struct Own {
    [[legacy_info]] ShaderCreateInfo textured;
    [[storage(3, write)]] float4 (&results)[];
};

struct Heights {
    [[legacy_info]] ShaderCreateInfo other;
};

[[compute, local_size(1)]] void textured_cs([[resource_table]] Own &srt)
{
    srt.results[0] = view.matrix * shade(float2(0.5f));
    store(int2(1), 2.0f);
}

[[compute, local_size(1)]] void heights_cs([[resource_table]] Heights &srt)
{
    store(int2(1), shade(float2(0.5f)).x);
}

PipelineCompute textured_pipeline(textured_cs);
PipelineCompute heights_pipeline(heights_cs);
