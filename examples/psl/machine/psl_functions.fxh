// The built-in functions, written from uberc's table and the formulas of its translator: do not edit.

#ifndef PSL_FUNCTIONS_FXH
#define PSL_FUNCTIONS_FXH

// `uberc psl compile --target uses` defines what one program uses.
#ifndef PSL_PRUNED
#define kUSED_OPCODES 0xffffffff
#define kUSED_OPERATORS 0xffffffff
#define kUSED_COMPARISONS 1
#define kUSED_MASKS 1
#define kUSED_FUNCTIONS0 0xffffffff
#define kUSED_FUNCTIONS1 0xffffffff
#define kUSED_FUNCTIONS2 0xffffffff
#endif

cbuffer PslEnvironment : register(b0)
{
    float4 psl_time_values;
    float4 psl_delta_values;
    float4 psl_button_value;
    float4 psl_axis_value;
    float2 psl_resolution_value;
    // 0 without an audio texture.
    float psl_has_audio;
    float psl_unused;
};

Texture2D<float4> psl_self_texture : register(t0);
Texture2D<float4> psl_camera_texture : register(t1);
Texture2D<float4> psl_video_texture : register(t2);
Texture2D<float4> psl_audio_texture : register(t3);
SamplerState psl_sampler : register(s0);

static float2 psl_uv_value;

// On bits: compilers may assume that there is no NaN.
bool psl_is_none(uint bits)
{
    return (bits & 0x7fffffffu) > 0x7f800000u;
}

// Textures have their first row at the top.
float2 psl_place(float2 at)
{
    return float2(at.x, 1.0 - at.y);
}

float4 psl_audio_texel(int x, int y, bool rows)
{
    if (rows)
    {
        int row = (int)floor((float)x / 128.0);
        y += row;
        x -= row * 128;
    }
    return psl_audio_texture.Load(int3(clamp(x, 0, 127), max(y, 0), 0));
}

float4 psl_audio_at(float2 at, bool rows, bool between)
{
    if (psl_has_audio == 0.0) return float4(0.0, 0.0, 0.0, 0.0);
    int x = (int)at.x;
    int y = (int)at.y;
    float4 one = psl_audio_texel(x, y, rows);
    if (!between) return one;
    return lerp(one, psl_audio_texel(x + 1, y, rows), at.x - floor(at.x));
}

float psl_power(float x, float y)
{
    return y == 0.0 ? 1.0 : pow(x, y);
}

uint PslArity(uint id)
{
    if ((id >= 1u && id <= 8u) || (id >= 10u && id <= 18u) || id == 33u || (id >= 37u && id <= 38u) || id == 41u || id == 45u || (id >= 47u && id <= 49u) || (id >= 66u && id <= 71u)) return 1u;
    if (id == 9u || (id >= 19u && id <= 21u) || id == 24u || id == 26u || id == 29u || (id >= 34u && id <= 36u) || id == 39u || (id >= 72u && id <= 73u)) return 2u;
    if ((id >= 22u && id <= 23u) || id == 25u || id == 27u || id == 40u || id == 74u) return 3u;
    if (id == 28u || id == 75u) return 4u;
    return 0u;
}

bool PslPads(uint id)
{
    return (id >= 19u && id <= 25u) || (id >= 34u && id <= 36u) || (id >= 39u && id <= 40u);
}

uint PslResultWidth(uint id, uint first, uint widest)
{
    if ((id >= 1u && id <= 8u) || (id >= 10u && id <= 18u) || id == 37u) return first;
    if (id == 9u || (id >= 19u && id <= 25u) || (id >= 39u && id <= 40u)) return widest;
    if (id == 34u || id == 36u || id == 38u || (id >= 48u && id <= 49u) || id == 65u || id == 70u || (id >= 72u && id <= 75u)) return 1u;
    if (id == 26u || (id >= 30u && id <= 31u) || id == 42u) return 2u;
    if (id == 27u || id == 35u || id == 45u || id == 47u) return 3u;
    return 4u;
}

bool PslIsMath(uint id)
{
    return (id >= 1u && id <= 25u) || id == 33u;
}

float4 PslMath(uint id, float4 a, float4 b, float4 c, float4 d)
{
    switch (id)
    {
#if kUSED_FUNCTIONS0 & 0x2
    case 1u: return log(a); // log
#endif
#if kUSED_FUNCTIONS0 & 0x4
    case 2u: return log2(a); // log2
#endif
#if kUSED_FUNCTIONS0 & 0x8
    case 3u: return sin(a); // sin
#endif
#if kUSED_FUNCTIONS0 & 0x10
    case 4u: return cos(a); // cos
#endif
#if kUSED_FUNCTIONS0 & 0x20
    case 5u: return tan(a); // tan
#endif
#if kUSED_FUNCTIONS0 & 0x40
    case 6u: return asin(a); // asin
#endif
#if kUSED_FUNCTIONS0 & 0x80
    case 7u: return acos(a); // acos
#endif
#if kUSED_FUNCTIONS0 & 0x100
    case 8u: return atan(a); // atan
#endif
#if kUSED_FUNCTIONS0 & 0x200
    case 9u: return float4(psl_power(a.x, b.x), psl_power(a.y, b.y), psl_power(a.z, b.z), psl_power(a.w, b.w)); // pow
#endif
#if kUSED_FUNCTIONS0 & 0x400
    case 10u: return exp(a); // exp
#endif
#if kUSED_FUNCTIONS0 & 0x800
    case 11u: return exp2(a); // exp2
#endif
#if kUSED_FUNCTIONS0 & 0x1000
    case 12u: return sqrt(a); // sqrt
#endif
#if kUSED_FUNCTIONS0 & 0x2000
    case 13u: return rsqrt(a); // rsqrt
#endif
#if kUSED_FUNCTIONS0 & 0x4000
    case 14u: return abs(a); // abs
#endif
#if kUSED_FUNCTIONS0 & 0x8000
    case 15u: return sign(a); // sign
#endif
#if kUSED_FUNCTIONS0 & 0x10000
    case 16u: return floor(a); // floor
#endif
#if kUSED_FUNCTIONS0 & 0x20000
    case 17u: return ceil(a); // ceil
#endif
#if kUSED_FUNCTIONS0 & 0x40000
    case 18u: return frac(a); // frac
#endif
#if kUSED_FUNCTIONS0 & 0x80000
    case 19u: return a - b * floor(a / b); // mod
#endif
#if kUSED_FUNCTIONS0 & 0x100000
    case 20u: return min(a, b); // min
#endif
#if kUSED_FUNCTIONS0 & 0x200000
    case 21u: return max(a, b); // max
#endif
#if kUSED_FUNCTIONS0 & 0x400000
    case 22u: return clamp(a, b, c); // clamp
#endif
#if kUSED_FUNCTIONS0 & 0x800000
    case 23u: return lerp(a, b, c); // lerp
#endif
#if kUSED_FUNCTIONS0 & 0x1000000
    case 24u: return step(a, b); // step
#endif
#if kUSED_FUNCTIONS0 & 0x2000000
    case 25u: return smoothstep(a, b, c); // smoothstep
#endif
#if kUSED_FUNCTIONS1 & 0x2
    case 33u: return round(a); // round
#endif
    default: return float4(0.0, 0.0, 0.0, 0.0);
    }
}

bool PslIsGeometry(uint id)
{
    return (id >= 34u && id <= 40u);
}

float4 PslGeometry(uint id, float4 a, float4 b, float4 c, float4 d)
{
    switch (id)
    {
#if kUSED_FUNCTIONS1 & 0x4
    case 34u: return float4(dot(a, b), 0.0, 0.0, 0.0); // dot
#endif
#if kUSED_FUNCTIONS1 & 0x8
    case 35u: return float4(cross(a.xyz, b.xyz), 0.0); // cross
#endif
#if kUSED_FUNCTIONS1 & 0x10
    case 36u: return float4(distance(a, b), 0.0, 0.0, 0.0); // distance
#endif
#if kUSED_FUNCTIONS1 & 0x20
    case 37u: return a / length(a); // normalize
#endif
#if kUSED_FUNCTIONS1 & 0x40
    case 38u: return float4(length(a), 0.0, 0.0, 0.0); // length
#endif
#if kUSED_FUNCTIONS1 & 0x80
    case 39u: return (a - 2.0 * dot(a, b) * b); // reflect
#endif
#if kUSED_FUNCTIONS1 & 0x100
    case 40u: return refract(a, b, c.x); // refract
#endif
    default: return float4(0.0, 0.0, 0.0, 0.0);
    }
}

bool PslIsTextures(uint id)
{
    return id == 41u || id == 45u || id == 47u;
}

float4 PslTextures(uint id, float4 a, float4 b, float4 c, float4 d)
{
    switch (id)
    {
#if kUSED_FUNCTIONS1 & 0x200
    case 41u: return psl_self_texture.SampleLevel(psl_sampler, psl_place(a.xy), 0.0); // self
#endif
#if kUSED_FUNCTIONS1 & 0x2000
    case 45u: return float4(psl_camera_texture.SampleLevel(psl_sampler, psl_place(a.xy), 0.0).xyz, 0.0); // camera
#endif
#if kUSED_FUNCTIONS1 & 0x8000
    case 47u: return float4(psl_video_texture.SampleLevel(psl_sampler, psl_place(a.xy), 0.0).xyz, 0.0); // video
#endif
    default: return float4(0.0, 0.0, 0.0, 0.0);
    }
}

bool PslIsAudio(uint id)
{
    return (id >= 66u && id <= 69u);
}

float4 PslAudio(uint id, float4 a, float4 b, float4 c, float4 d)
{
    switch (id)
    {
#if kUSED_FUNCTIONS2 & 0x4
    case 66u: return psl_audio_at(a.xy, false, false); // audiolinkdata
#endif
#if kUSED_FUNCTIONS2 & 0x8
    case 67u: return psl_audio_at(a.xy, true, false); // audiolinkdatamultiline
#endif
#if kUSED_FUNCTIONS2 & 0x10
    case 68u: return psl_audio_at(a.xy, false, true); // audiolinklerp
#endif
#if kUSED_FUNCTIONS2 & 0x20
    case 69u: return psl_audio_at(a.xy, true, true); // audiolinklerpmultiline
#endif
    default: return float4(0.0, 0.0, 0.0, 0.0);
    }
}

bool PslIsPlain(uint id)
{
    return (id >= 26u && id <= 28u) || (id >= 30u && id <= 32u) || (id >= 42u && id <= 44u) || id == 46u || (id >= 48u && id <= 49u) || id == 65u || (id >= 70u && id <= 75u);
}

float4 PslPlain(uint id, float4 a, float4 b, float4 c, float4 d)
{
    switch (id)
    {
#if kUSED_FUNCTIONS0 & 0x4000000
    case 26u: return float4(a.x, b.x, c.x, d.x); // float2
#endif
#if kUSED_FUNCTIONS0 & 0x8000000
    case 27u: return float4(a.x, b.x, c.x, d.x); // float3
#endif
#if kUSED_FUNCTIONS0 & 0x10000000
    case 28u: return float4(a.x, b.x, c.x, d.x); // float4
#endif
#if kUSED_FUNCTIONS0 & 0x40000000
    case 30u: return float4(psl_uv_value, 0.0, 0.0); // uv
#endif
#if kUSED_FUNCTIONS0 & 0x80000000
    case 31u: return float4(20.0 * (psl_uv_value - 0.5), 0.0, 0.0); // xy
#endif
#if kUSED_FUNCTIONS1 & 0x1
    case 32u: return psl_time_values; // time
#endif
#if kUSED_FUNCTIONS1 & 0x400
    case 42u: return float4(psl_resolution_value, 0.0, 0.0); // resolution
#endif
#if kUSED_FUNCTIONS1 & 0x800
    case 43u: return psl_button_value; // button
#endif
#if kUSED_FUNCTIONS1 & 0x1000
    case 44u: return psl_axis_value; // axis
#endif
#if kUSED_FUNCTIONS1 & 0x4000
    case 46u: return psl_delta_values; // deltatime
#endif
#if kUSED_FUNCTIONS1 & 0x10000
    case 48u: return float4((float)(a.x != 0.0) * (float)(a.y != 0.0) * (float)(a.z != 0.0) * (float)(a.w != 0.0), 0.0, 0.0, 0.0); // all
#endif
#if kUSED_FUNCTIONS1 & 0x20000
    case 49u: return float4((float)(a.x != 0.0 || a.y != 0.0 || a.z != 0.0 || a.w != 0.0), 0.0, 0.0, 0.0); // any
#endif
    default: return float4(0.0, 0.0, 0.0, 0.0);
    }
}

#endif
