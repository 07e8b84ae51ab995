#version 460
// One pass of a temporal upscaler: a pixel of the display from the frame's pixels around it and from the frame before.
#extension GL_GOOGLE_include_directive : require

#include "view.glsl"

#ifndef UPSCALE_HDR
#define UPSCALE_HDR 0
#endif

uniform bool jitteredMotion;
uniform bool invertedDepth;
uniform bool lowResMotion;
uniform bool sharpening;
uniform bool lanczos;

layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 1, binding = 0) uniform sampler2D frame;
layout(set = 1, binding = 1) uniform sampler2D depthBuffer;
layout(set = 1, binding = 2) uniform sampler2D motionBuffer;
layout(set = 1, binding = 3) uniform sampler2D history;
layout(rgba16f, set = 1, binding = 4) uniform writeonly image2D result;

layout(std140, set = 1, binding = 5) uniform Upscale
{
    uvec2 displaySize;
    vec2 renderSize;
    float sharpness;
    float exposure;
} upscale;

// A tile of the frame with a border of one pixel.
shared vec3 tile[10][10];

vec3 compressed(vec3 color)
{
#if UPSCALE_HDR
    color *= upscale.exposure;
    return color / (1.0 + max(color.r, max(color.g, color.b)));
#else
    return color;
#endif
}

vec3 expanded(vec3 color)
{
#if UPSCALE_HDR
    color /= max(1.0 - max(color.r, max(color.g, color.b)), 1e-4);
    return color / upscale.exposure;
#else
    return color;
#endif
}

float kernel(float x)
{
    if (!lanczos)
        return max(1.0 - abs(x), 0.0);
    const float PI = 3.14159265358979;
    float at = clamp(abs(x), 1e-3, 2.0) * PI;
    return 2.0 * sin(at) * sin(at * 0.5) / (at * at);
}

// The nearest of the pixels around moves with the one at hand.
ivec2 nearest(ivec2 at)
{
    ivec2 found = at;
    float best = texelFetch(depthBuffer, at, 0).r;
    for (int y = -1; y <= 1; ++y) {
        for (int x = -1; x <= 1; ++x) {
            ivec2 other = clamp(at + ivec2(x, y), ivec2(0), ivec2(upscale.renderSize) - 1);
            float depth = texelFetch(depthBuffer, other, 0).r;
            bool closer = invertedDepth ? depth > best : depth < best;
            if (closer) {
                best = depth;
                found = other;
            }
        }
    }
    return found;
}

void main()
{
    ivec2 pixel = ivec2(gl_GlobalInvocationID.xy);
    vec2 uv = (vec2(pixel) + 0.5) / vec2(upscale.displaySize);
    vec2 source = uv * upscale.renderSize - view.jitter;
    ivec2 origin = ivec2(floor(vec2(gl_WorkGroupID.xy * gl_WorkGroupSize.xy) / vec2(upscale.displaySize) * upscale.renderSize)) - 1;
    for (uint i = gl_LocalInvocationIndex; i < 100u; i += 64u) {
        ivec2 at = clamp(origin + ivec2(i % 10u, i / 10u), ivec2(0), ivec2(upscale.renderSize) - 1);
        tile[i / 10u][i % 10u] = compressed(texelFetch(frame, at, 0).rgb);
    }
    barrier();

    ivec2 centre = ivec2(floor(source));
    vec3 sum = vec3(0.0), low = vec3(1e9), high = vec3(-1e9);
    float weights = 0.0;
    for (int y = -1; y <= 1; ++y) {
        for (int x = -1; x <= 1; ++x) {
            ivec2 at = clamp(centre + ivec2(x, y) - origin, ivec2(0), ivec2(9));
            vec3 color = tile[at.y][at.x];
            vec2 way = vec2(centre + ivec2(x, y)) + 0.5 - source;
            float weight = kernel(way.x) * kernel(way.y);
            sum += color * weight;
            weights += weight;
            low = min(low, color);
            high = max(high, color);
        }
    }
    vec3 color = sum / max(weights, 1e-4);

    vec2 motion = lowResMotion
        ? texelFetch(motionBuffer, nearest(clamp(centre, ivec2(0), ivec2(upscale.renderSize) - 1)), 0).xy
        : textureLod(motionBuffer, uv, 0.0).xy;
    if (jitteredMotion)
        motion -= view.jitter / upscale.renderSize;
    vec2 before = uv - motion;
    bool seen = all(greaterThanEqual(before, vec2(0.0))) && all(lessThan(before, vec2(1.0)));
    vec3 old = clamp(compressed(textureLod(history, before, 0.0).rgb), low, high);
    color = mix(color, old, seen ? 0.9 : 0.0);
    if (sharpening)
        color = clamp(color + (color - (low + high) * 0.5) * upscale.sharpness, low, high);
    if (all(lessThan(uvec2(pixel), upscale.displaySize)))
        imageStore(result, pixel, vec4(expanded(color), 1.0));
}
