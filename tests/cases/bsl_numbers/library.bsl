// Functions of the library: each kind is one of x.
#include "color_lib.bsl"
#include "easing_lib.bsl"
#include "noise_lib.bsl"
#include "sdf_lib.bsl"

union Word { float f; uint u; float2 v; };

static constexpr int kinds = 21;

float number(int kind, float x)
{
    float2 p = float2(x, 1.0f - x * 0.5f);
    float3 c = float3(x, x * 0.5f, 0.25f);
    noise::Random random = noise::Random::seeded(uint2(uint(x * 100.0f), 7u));
    switch (kind) {
        case 0: return math::square(x);
        case 1: return math::saturate(x - 1.0f);
        case 2: return math::remap(x, 0.5f, 2.0f);
        case 3: return math::remap(x, 0.5f, 2.0f, -1.0f, 3.0f);
        case 4: return math::rotate(p, x).x;
        case 5: return math::power<5>(x);
        case 6: return random.next();
        case 7: return float(random.next_word() >> 8u) + random.next();
        case 8: return color::luminance(c);
        case 9: return color::encode(c).y;
        case 10: return color::encode(x, color::Transfer::Gamma);
        case 11: return color::from_hsv(float3(x * 0.2f, 0.7f, 0.9f)).z;
        case 12: {
            color::grade(c, 1.3f, 0.8f);
            return c.x;
        }
        case 13: return sdf::box(p, float2(0.5f, 0.25f));
        case 14: return sdf::smooth_union(sdf::circle(p, 0.5f), sdf::box(p, float2(0.3f)), 0.2f);
        case 15: return sdf::Hit{x, 1}.nearer(sdf::Hit{1.0f, 2}).distance;
        case 16: return easing::in_out(x * 0.25f);
        case 17: return easing::end::cubic(x * 0.25f);
        case 18: return easing::begin::quart(x);
        case 19: {
            Word word;
            word.f = x;
            word.u ^= 0x00400000u;
            word.v.y = 3.0f;
            Word other = word;
            other.v.yx = word.v.xy();
            return word.f + other.v.x;
        }
        default: return dot(float4(p, x, 1.0f), transpose(float4x4(2.0f))[1]) + length(c.zyx());
    }
}

struct Data {
    [[storage(0, write)]] float (&results)[];
};

[[compute, local_size(64)]] void numbers_cs([[resource_table]] Data &srt, [[global_invocation_id]] const uint3 id)
{
    int at = int(id.x);
    srt.results[at] = number(at % kinds, float(at / kinds) * 0.11f + 0.03f);
}
PipelineCompute numbers(numbers_cs);
