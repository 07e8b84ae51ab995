// Textures and constants of a mesh's material.
#ifndef MATERIAL_GLSL
#define MATERIAL_GLSL

layout(std140, set = 1, binding = 0) uniform Material
{
    vec4 baseColor;
    vec3 emission;
    float alphaThreshold;
    float roughness;
    float metallic;
    float coat;
    float detailScale;
} material;

layout(set = 1, binding = 1) uniform sampler2D albedoMap;
layout(set = 1, binding = 2) uniform sampler2D normalMap;
layout(set = 1, binding = 3) uniform sampler2D ormMap; // occlusion, roughness, metalness
layout(set = 1, binding = 4) uniform sampler2D detailMap;
layout(set = 1, binding = 5) uniform samplerCube environment;
layout(set = 1, binding = 6) uniform sampler2DArrayShadow shadowMap;

// A normal of a texture of two channels, in the frame of the surface.
vec3 mappedNormal(vec2 uv, mat3 frame)
{
    vec2 xy = texture(normalMap, uv).xy * 2.0 - 1.0;
    return normalize(frame * vec3(xy, sqrt(max(1.0 - dot(xy, xy), 0.0))));
}

#endif
