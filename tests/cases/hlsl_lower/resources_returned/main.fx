// compared: reference.hlsl
// Functions that return resources, and structures of resources, or put them in `out` parameters.
Texture2D g_First : register(t0);
Texture2D g_Second : register(t1);
Texture2D g_Several[3] : register(t2);
SamplerState g_Sampler : register(s0);
SamplerState g_Other : register(s1);
cbuffer Choices : register(b0)
{
    uint g_Which;
    float g_Weight;
};
static const bool kSecond = true;

struct Material
{
    Texture2D map;
    SamplerState how;
    float weight;

    float4 Look(float2 at) { return map.Sample(how, at) * weight; }
    void Swap(Texture2D other) { map = other; weight *= 2; }
};

static float s_Calls;

Texture2D Pick() { s_Calls += 1; return g_Second; }
Texture2D Same(Texture2D given) { return given; }
// An index that is computed is part of the result.
Texture2D Indexed(uint i) { s_Calls += 10; return g_Several[(i + 1) % 3]; }
Material Make(Texture2D map, float weight)
{
    Material made;
    made.map = map;
    made.how = g_Sampler;
    made.weight = weight;
    s_Calls += 100;
    return made;
}
Material Nested(uint i) { return Make(Indexed(i), g_Weight); }
void Fetch(out Texture2D map, inout SamplerState how, out float weight)
{
    if (kSecond)
        map = g_Second;
    else
        map = g_First;
    weight = 0.5;
}
float4 Early(Texture2D map, float2 at, inout Texture2D back)
{
    back = map;
    if (at.x > 0.5)
        return 2;
    return map.Sample(g_Other, at);
}

float4 main(float2 uv : TEXCOORD0) : SV_Target
{
    float4 sum = Pick().Sample(g_Sampler, uv);
    Texture2D local = Indexed(g_Which & 1);
    sum += 2 * local.Sample(g_Other, uv);
    Material made = Make(Same(g_First), 3);
    sum += made.Look(uv);
    made.Swap(g_Second);
    sum += 5 * made.Look(uv);
    sum += 7 * Nested(1).Look(uv);
    sum += 11 * Same(Indexed(2)).Sample(g_Sampler, uv) + 13 * Make(g_First, 0.25).weight;
    Texture2D fetched;
    SamplerState how = g_Other;
    float weight;
    Fetch(fetched, how, weight);
    sum += 17 * weight * fetched.Sample(how, uv);
    Texture2D back = g_Second;
    sum += Early(g_Several[2], uv, back);
    Pick();
    sum += 19 * back.Sample(g_Sampler, uv);
    return sum + s_Calls;
}
