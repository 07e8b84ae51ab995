#version 450
layout(binding = 0) uniform texture2D picture;
layout(binding = 1) uniform texture2DMS samples;
layout(location = 0) out vec4 colour;

void main()
{
    colour = texelFetch(picture, ivec2(0), 0);
    colour.xy += vec2(textureSize(picture, 0));
    colour.x += float(textureQueryLevels(picture));
    colour.x += float(textureSamples(samples));
}
