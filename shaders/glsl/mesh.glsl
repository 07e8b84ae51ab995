#version 460
// A mesh in every pass of a deferred renderer: depth, G-buffer, and forward for what is transparent; and the compute pass that
// skins it once for all of them.
#extension GL_GOOGLE_include_directive : require

#include "brdf.glsl"
#include "material.glsl"
#include "random.glsl"
#include "view.glsl"

uniform bool g_bSkinned;     // the positions come from the skinning pass
uniform bool g_bInstanced;   // a transform of the buffer in place of the push constant's
uniform bool g_bWind;        // plants move
uniform bool g_bAlphaTest;
uniform bool g_bEmissive;
uniform bool g_bClearCoat;
uniform bool g_bShadows;
uniform bool g_bFog;
uniform int g_Pass;          // Depth, GBuffer, Forward, Skinning
uniform int g_Maps;          // None, VertexColor, Albedo, Normal, Material, Detail: each but the second has those before it
uniform int g_nLights;       // point lights of the forward pass

const int G_BUFFER = 1;
const int VERTEX_COLOR = 1, ALBEDO = 2, NORMAL = 3, MATERIAL = 4, DETAIL = 5;

layout(push_constant) uniform Draw
{
    mat4 model;
    uint firstVertex;
    uint vertexCount;
} draw;

struct PointLight
{
    vec3 position;
    float radius;
    vec3 color;
};

layout(std430, set = 0, binding = 1) readonly buffer Lights
{
    uint lightCount;
    PointLight lights[];
};

layout(std430, set = 2, binding = 0) readonly buffer Instances { mat4 transforms[]; };
layout(std430, set = 2, binding = 1) buffer Skinned { vec4 skinned[]; }; // position and normal, one after the other

#ifdef UBERC_VERTEX

layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec4 tangent;
layout(location = 3) in vec2 uv;
layout(location = 4) in vec4 color;

layout(location = 0) out Varyings
{
    vec3 world;
    vec3 normal;
    vec4 tangent;
    vec2 uv;
    vec4 color;
} vertex;

mat4 modelMatrix()
{
    return g_bInstanced ? transforms[gl_InstanceIndex] : draw.model;
}

void meshVertex()
{
    vec3 local = position, direction = normal;
    if (g_bSkinned) {
        int at = 2 * (gl_VertexIndex - int(draw.firstVertex));
        local = skinned[at].xyz;
        direction = skinned[at + 1].xyz;
    }
    mat4 model = modelMatrix();
    vec4 world = model * vec4(local, 1.0);
    if (g_bWind) {
        float sway = noise(world.xyz * 0.35 + vec3(view.time, 0.0, 0.4 * view.time)) - 0.5;
        world.xz += sway * local.y * vec2(0.2, 0.1);
    }
    mat3 rotation = mat3(model);
    vertex.world = world.xyz;
    vertex.normal = rotation * direction;
    vertex.tangent = vec4(rotation * tangent.xyz, tangent.w);
    vertex.uv = uv;
    vertex.color = g_Maps == VERTEX_COLOR ? color : vec4(1.0);
    gl_Position = view.viewProjection * world;
    gl_Position.xy += view.jitter / vec2(view.resolution) * gl_Position.w;
}

#endif

#ifdef UBERC_FRAGMENT

layout(location = 0) in Varyings
{
    vec3 world;
    vec3 normal;
    vec4 tangent;
    vec2 uv;
    vec4 color;
} pixel;

layout(location = 0) out vec4 outColor;
layout(location = 1) out vec4 outNormal;
layout(location = 2) out vec4 outMaterial;

vec4 baseColor()
{
    vec4 base = material.baseColor;
    if (g_Maps == VERTEX_COLOR) base *= pixel.color;
    if (g_Maps >= ALBEDO) base *= texture(albedoMap, pixel.uv);
    return base;
}

Surface surfaceOfPixel()
{
    vec4 base = baseColor();
    if (g_bAlphaTest && base.a < material.alphaThreshold)
        discard;
    vec3 n = normalize(gl_FrontFacing ? pixel.normal : -pixel.normal);
    if (g_Maps >= NORMAL) {
        vec3 t = normalize(pixel.tangent.xyz - n * dot(n, pixel.tangent.xyz));
        n = mappedNormal(pixel.uv, mat3(t, cross(n, t) * pixel.tangent.w, n));
    }
    Surface surface = Surface(pixel.world, n, base.rgb, vec3(0.0), material.roughness, material.metallic, 0.0, base.a);
    if (g_Maps >= MATERIAL) {
        vec3 orm = texture(ormMap, pixel.uv).rgb;
        surface.albedo *= orm.r;
        surface.roughness *= orm.g;
        surface.metallic *= orm.b;
    }
    if (g_Maps >= DETAIL) surface.albedo *= 2.0 * texture(detailMap, pixel.uv * material.detailScale).rgb;
    if (g_bEmissive) surface.emission = material.emission;
    if (g_bClearCoat) surface.coat = material.coat;
    return surface;
}

float shadow(vec3 world)
{
    float lit = 0.0;
    vec4 clip = view.viewProjection * vec4(world, 1.0);
    vec3 at = clip.xyz / clip.w * vec3(0.5, 0.5, 1.0) + vec3(0.5, 0.5, -0.002);
    for (int y = -1; y <= 1; ++y)
        for (int x = -1; x <= 1; ++x)
            lit += texture(shadowMap, vec4(at.xy + vec2(x, y) / 2048.0, 0.0, at.z));
    return lit / 9.0;
}

vec3 shaded(const in Surface surface)
{
    vec3 toEye = normalize(view.eye - surface.position);
    float sun = g_bShadows ? shadow(surface.position) : 1.0;
    vec3 color = surface.emission;
    color += view.sunColor.rgb * sun * reflected(surface, -view.sunDirection.xyz, toEye, g_bClearCoat);
    for (int i = 0; i < min(g_nLights, int(lightCount)); ++i) {
        vec3 way = lights[i].position - surface.position;
        float distance2 = dot(way, way);
        float window = clamp(1.0 - distance2 / (lights[i].radius * lights[i].radius), 0.0, 1.0);
        vec3 light = lights[i].color * (window * window / max(distance2, 0.01));
        color += light * reflected(surface, way * inversesqrt(max(distance2, 1e-6)), toEye, g_bClearCoat);
    }
    vec3 mirrored = textureLod(environment, reflect(-toEye, surface.normal), surface.roughness * 6.0).rgb;
    return color + mirrored * mix(vec3(0.04), surface.albedo, surface.metallic);
}

// A unit vector as two numbers of [0, 1], after Cigolle and others 2014.
vec2 octahedral(vec3 n)
{
    n /= abs(n.x) + abs(n.y) + abs(n.z);
    vec2 folded = (1.0 - abs(n.yx)) * mix(vec2(-1.0), vec2(1.0), greaterThanEqual(n.xy, vec2(0.0)));
    return (n.z >= 0.0 ? n.xy : folded) * 0.5 + 0.5;
}

void depthFragment()
{
    if (g_bAlphaTest && baseColor().a < material.alphaThreshold)
        discard;
}

void meshFragment()
{
    Surface surface = surfaceOfPixel();
    if (g_Pass == G_BUFFER) {
        outColor = vec4(surface.albedo, surface.metallic);
        outNormal = vec4(octahedral(surface.normal), surface.roughness, surface.coat);
        outMaterial = vec4(surface.emission, 1.0);
        return;
    }
    vec3 color = shaded(surface);
    if (g_bFog) {
        float through = exp(-view.fog.a * distance(view.eye, surface.position));
        color = mix(view.fog.rgb, color, through);
    }
    outColor = vec4(color, surface.alpha);
    outNormal = outMaterial = vec4(0.0);
}

#endif

#ifdef UBERC_COMPUTE

layout(local_size_x = 64) in;

struct SourceVertex
{
    vec4 position;
    vec4 normal;
    uvec4 bones;
    vec4 weights;
};

layout(std430, set = 2, binding = 2) readonly buffer Source { SourceVertex sources[]; };
layout(std430, set = 2, binding = 3) readonly buffer Bones { mat4x3 bones[]; };

void skin()
{
    uint at = gl_GlobalInvocationID.x;
    if (at >= draw.vertexCount)
        return;
    SourceVertex source = sources[at];
    mat4x3 blended = mat4x3(0.0);
    for (int i = 0; i < 4; ++i)
        blended += source.weights[i] * bones[source.bones[i]];
    skinned[2u * at] = vec4(blended * vec4(source.position.xyz, 1.0), 1.0);
    skinned[2u * at + 1u] = vec4(normalize(mat3(blended) * source.normal.xyz), 0.0);
}

#endif
