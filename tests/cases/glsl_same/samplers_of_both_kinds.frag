#version 450
layout(location = 0) in vec2 at;
layout(binding = 0) uniform texture2D depths;
layout(binding = 1) uniform texture2DArray layers;
layout(binding = 2) uniform texture2D colors;
layout(binding = 3) uniform sampler compares;
layout(binding = 4) uniform samplerShadow samples;
layout(location = 0) out vec4 result;

float lit(sampler by, vec3 place)
{
    return textureLod(sampler2DShadow(depths, by), place, 0.0);
}

void main()
{
    // What is made decides whether it compares, not the sampler.
    result.x = texture(sampler2DShadow(depths, compares), vec3(at, 0.5)) + lit(compares, vec3(at.yx, 0.25));
    result.y = texture(sampler2DArrayShadow(layers, compares), vec4(at, 0.0, 0.5));
    result.zw = texture(sampler2D(colors, samples), at).xy;
}
