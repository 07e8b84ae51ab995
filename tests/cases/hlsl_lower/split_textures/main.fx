// split: compared
// Browsers have no arrays of resources: each element is a binding, and a computed index chooses among them. The device is given each
// operation also for all elements in turn, of which the reference takes one.
#ifdef REFERENCE
#define PICK(count, at, value) { float4 picked = 0; for (uint e = 0; e < count; ++e) { float4 one = value; if (e == (at)) picked = one; } sum += picked; }
#define DO(count, at, statement) { for (uint e = 0; e < count; ++e) if (e == (at)) { statement; } }
#else
#define PICK(count, at, value) { uint e = at; sum += value; }
#define DO(count, at, statement) { uint e = at; statement; }
#endif
Texture2D g_Layers[4] : register(t0);
Texture2DArray g_Pages[2] : register(t4);
TextureCube g_Cubes[2] : register(t6);
Texture3D g_Volumes[2] : register(t8);
Texture2D<float> g_Shadows[3] : register(t10);
Texture2DMS<float4, 4> g_Samples[2] : register(t13);
Texture2D g_Single : register(t20);
SamplerState g_Samplers[2] : register(s0);
SamplerState g_Other[2] : register(s2);
SamplerComparisonState g_Compare : register(s4);
RWTexture2D<float4> g_Written[2] : register(u1);
cbuffer Where : register(b0) { uint g_Same; int g_Signed; };
float4 layer(uint at, SamplerState sampling, float2 uv) { return g_Layers[at].Sample(sampling, uv); }
float4 main(nointerpolation uint input : I, float2 uv : UV, float4 position : SV_Position) : SV_Target
{
    uint2 pixel = uint2(position.xy);
    uint i = (input + pixel.x / 3) & 3, two = i & 1;
    float4 sum = layer(2, g_Other[1], uv);
    PICK(4, i, g_Layers[e].Sample(g_Samplers[0], uv))
    PICK(2, two, g_Single.Sample(g_Samplers[e], uv))
    PICK(4, g_Same & 3, layer(e, g_Other[g_Signed & 1], uv) * 2)
    PICK(4, i, g_Layers[e].Sample(g_Samplers[0], uv, int2(1, -1)) * 3)
    PICK(4, i, g_Layers[e].SampleBias(g_Samplers[1], uv, 1.5))
    PICK(4, i, g_Layers[e].SampleLevel(g_Samplers[1], uv, 1) * 5)
    PICK(4, i, g_Layers[e].SampleGrad(g_Samplers[1], uv, 0.1, uv) * 5)
    PICK(4, i, g_Layers[e].GatherGreen(g_Samplers[1], uv, int2(1, 2)) * 7)
    PICK(4, i, g_Layers[e].Load(int3(1, 2, 0)) * 11)
    PICK(2, two, g_Pages[e].Sample(g_Samplers[0], float3(uv, 1)) * 13)
    PICK(2, two, g_Pages[e].SampleLevel(g_Samplers[0], float3(uv, 0), 1))
    PICK(2, two, g_Cubes[e].Sample(g_Samplers[0], float3(uv, 1)) * 17)
    PICK(2, two, g_Volumes[e].Sample(g_Samplers[0], float3(uv, 0.5)) * 19)
    PICK(3, i % 3, g_Shadows[e].SampleCmpLevelZero(g_Compare, uv, 0.5) * 23)
    PICK(3, i % 3, g_Shadows[e].SampleCmp(g_Compare, uv, 0.25) * 23)
    PICK(2, two, g_Samples[e].Load(int2(3, 4), 2) * 29)
    uint width = 0, height = 0, levels = 0;
    DO(4, i, g_Layers[e].GetDimensions(1, width, height, levels))
    if (pixel.x < 8 && pixel.y < 8)
        DO(2, two, g_Written[e][pixel] = float4(i, width, height, levels) / 64)
    return sum / 64;
}
