// Sprites expanded from the simulation's records in the vertex shader; no vertex buffer.

#include "particle_types.fxh"
#include "color.fxh"
#include "view.fxh"

int g_BlendMode;         // Alpha, Additive, Premultiplied, Modulate
bool g_bSoft;            // fades out where the sprite meets the scene
bool g_bLit;             // sun and ambient light on a ball-like normal
bool g_bFlipbook;        // animation frames in one texture, blended
bool g_bVelocityStretch; // drawn out along the screen velocity

cbuffer Sprites : register(b1)
{
    // Columns, rows, frames a lifetime, unused.
    float4 g_Flipbook;
    float3 g_AmbientColor;
    float g_SoftDistance;
    float g_StretchFactor;
    float g_EmissiveScale;
    float g_FadeIn;
    float g_FadeOut;
};

StructuredBuffer<Particle> g_Particles : register(t0);
// Sorted back to front by the CPU or a sort pass.
StructuredBuffer<uint> g_DrawOrder : register(t1);
Texture2D<float4> g_Sprite : register(t2);
Texture2D<float> g_SceneDepth : register(t3);
SamplerState g_LinearClamp : register(s0);

struct SpriteVertex
{
    float4 position : SV_Position;
    float4 color : COLOR0;
    // xy: this frame, zw: the next.
    float4 uv : TEXCOORD0;
    float3 world : TEXCOORD1;
    float2 corner : TEXCOORD2;
    float2 depthAndBlend : TEXCOORD3;
};

float2 FlipbookUv(float2 uv, float frame)
{
    float column = frame - floor(frame / g_Flipbook.x) * g_Flipbook.x;
    float row = floor(frame / g_Flipbook.x);
    return (uv + float2(column, row)) / g_Flipbook.xy;
}

float2 SpriteCorner(uint vertexId)
{
    // Two triangles: 0 1 2, 2 1 3.
    uint corner = vertexId % 6u;
    corner = corner < 3u ? corner : (corner == 3u ? 2u : (corner == 4u ? 1u : 3u));
    return float2((corner & 1u) != 0u ? 1.0 : -1.0, (corner & 2u) != 0u ? 1.0 : -1.0);
}

SpriteVertex SpriteVS(uint vertexId : SV_VertexID)
{
    Particle particle = g_Particles[g_DrawOrder[vertexId / 6u]];
    float2 corner = SpriteCorner(vertexId);
    float life = LifeFraction(particle);

    float3 right = float3(g_View._m00, g_View._m01, g_View._m02);
    float3 up = float3(g_View._m10, g_View._m11, g_View._m12);
    float2 offset = Rotate2D(corner, particle.rotation) * particle.size;
    float3 world = particle.position + right * offset.x + up * offset.y;
    if (g_bVelocityStretch)
    {
        float3 toEye = SafeNormalize(g_CameraPosition - particle.position);
        float3 along = particle.velocity - toEye * dot(particle.velocity, toEye);
        float speed = length(along);
        float3 axis = along / max(speed, kTiny);
        float3 side = cross(axis, toEye);
        world = particle.position + side * (corner.x * particle.size)
            + axis * (corner.y * (particle.size + speed * g_StretchFactor));
    }

    SpriteVertex output;
    output.position = mul(g_ViewProjection, float4(world, 1.0));
    // A dead slot collapses to a point outside the clip volume.
    output.position = IsAlive(particle) ? output.position : float4(2.0, 2.0, 2.0, 1.0);
    output.world = world;
    output.corner = corner;

    float2 uv = float2(corner.x, -corner.y) * 0.5 + 0.5;
    output.uv = float4(uv, uv);
    float blend = 0.0;
    if (g_bFlipbook)
    {
        float frame = life * g_Flipbook.z;
        float last = g_Flipbook.x * g_Flipbook.y - 1.0;
        output.uv = float4(FlipbookUv(uv, min(floor(frame), last)), FlipbookUv(uv, min(floor(frame) + 1.0, last)));
        blend = frac(frame);
    }
    float fade = InverseLerp(0.0, max(g_FadeIn, kTiny), life) * InverseLerp(1.0, 1.0 - max(g_FadeOut, kTiny), life);
    output.color = float4(particle.color.rgb, particle.color.a * fade);
    output.depthAndBlend = float2(output.position.w, blend);
    return output;
}

// Light on a sprite as if it were a ball: the normal bulges from the centre.
float3 SpriteLight(float2 corner, float3 world)
{
    float radius2 = saturate(dot(corner, corner));
    float3 viewNormal = float3(corner, sqrt(1.0 - radius2));
    float3 right = float3(g_View._m00, g_View._m01, g_View._m02);
    float3 up = float3(g_View._m10, g_View._m11, g_View._m12);
    float3 toEye = SafeNormalize(g_CameraPosition - world);
    float3 normal = SafeNormalize(right * viewNormal.x + up * viewNormal.y + toEye * viewNormal.z);
    // Half-Lambert: smoke scatters light past its terminator.
    float wrapped = dot(normal, -g_SunDirection) * 0.5 + 0.5;
    return g_AmbientColor + g_SunColor * (wrapped * wrapped);
}

// Each mode fades to whatever leaves the target unchanged under its blend state.
float4 PrepareBlend(float4 color)
{
    float4 result = color;
    switch (g_BlendMode)
    {
    case 1:
    case 2:
        result = float4(color.rgb * color.a, g_BlendMode == 1 ? 0.0 : color.a);
        break;
    case 3:
        result = float4(lerp(float3(1.0, 1.0, 1.0), color.rgb, color.a), 1.0);
        break;
    default:
        break;
    }
    return result;
}

float4 SpritePS(SpriteVertex input) : SV_Target0
{
    float4 color = g_Sprite.Sample(g_LinearClamp, input.uv.xy);
    if (g_bFlipbook)
    {
        color = lerp(color, g_Sprite.Sample(g_LinearClamp, input.uv.zw), input.depthAndBlend.y);
    }
    color *= input.color;
    if (g_bLit)
    {
        color.rgb *= SpriteLight(input.corner, input.world);
    }
    else
    {
        color.rgb *= g_EmissiveScale;
    }
    if (g_bSoft)
    {
        float scene = LinearizeDepth(g_SceneDepth.Load(int3((int2)input.position.xy, 0)));
        color.a *= InverseLerp(0.0, g_SoftDistance, scene - input.depthAndBlend.x);
    }
    // Fog is light: on additive sprites it can only take away.
    if (g_BlendMode == 0 || g_BlendMode == 2)
    {
        color.rgb = ApplyFog(color.rgb, input.world);
    }
    else
    {
        color.a *= FogTransmittance(input.world);
    }
    return PrepareBlend(color);
}
