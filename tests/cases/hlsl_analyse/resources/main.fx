// stage: pixel
// Every kind of object, with its methods.
Texture2D g_Color : register(t0);
Texture2D<float> g_Depth : register(t1, space2);
Texture2DArray<float4> g_Layers : register(t2);
TextureCube<float3> g_Sky;
TextureCubeArray g_Probes;
Texture3D<unorm float4> g_Volume;
Texture2DMS<float4, 4> g_Samples;
Texture1D<uint2> g_Line;
Texture2D g_Many[4] : register(t10);
Buffer<float2> g_Typed;
StructuredBuffer<float3> g_Structured;
ByteAddressBuffer g_Bytes;
SamplerState g_Linear : register(s0);
SamplerComparisonState g_Shadow : register(s1);
[[vk::binding(3, 1)]] RWTexture2D<float4> g_Image : register(u3);
[[vk::image_format("r32ui")]] globallycoherent RWTexture2D<uint> g_Counts;
RWTexture3D<float> g_Fog;
struct Camera { float4x4 view; row_major float3x4 model; float2 size; };
ConstantBuffer<Camera> g_Camera : register(b3);
[[vk::push_constant]] ConstantBuffer<Camera> g_Push;
AppendStructuredBuffer<float4> g_Append;
ConsumeStructuredBuffer<float4> g_Consume;
RWStructuredBuffer<int> g_Counted;

float4 Fetch(Texture2D from, SamplerState with, float2 uv) { return from.Sample(with, uv); }

float4 main(float4 p : SV_Position, float2 uv : TEXCOORD0, nointerpolation uint index : INDEX) : SV_Target
{
    float4 c = g_Color.Sample(g_Linear, uv) + Fetch(g_Color, g_Linear, uv);
    c += g_Color.SampleBias(g_Linear, uv, -1) + g_Color.SampleLevel(g_Linear, uv, 0, int2(1, 2));
    c += g_Color.SampleGrad(g_Linear, uv, ddx(uv), ddy(uv));
    c += g_Depth.SampleCmp(g_Shadow, uv, 0.5) + g_Depth.SampleCmpLevelZero(g_Shadow, uv, p.z, int2(0, 1));
    c += g_Depth.GatherCmp(g_Shadow, uv, 0.5) + g_Color.GatherRed(g_Linear, uv);
    c += g_Layers.Sample(g_Linear, float3(uv, 1)) + g_Layers.Load(int4(p.xy, 1, 0));
    c.rgb += g_Sky.SampleLevel(g_Linear, p.xyz, 2);
    c += g_Probes.Sample(g_Linear, float4(p.xyz, 3)) + g_Volume[uint3(1, 2, 3)];
    c += g_Samples.Load(p.xy, 2) + g_Samples.sample[1][uint2(3, 4)];
    c += g_Line.Load(int2(3, 0)).x + g_Many[index].Sample(g_Linear, uv) + g_Many[2][uint2(p.xy)];
    c += g_Color.mips[2][uint2(1, 1)] + g_Color.CalculateLevelOfDetail(g_Linear, uv);
    c.xy += g_Typed[3] + g_Typed.Load(4);
    c.xyz += g_Structured[index];
    c.xy += asfloat(g_Bytes.Load2(16)) + g_Bytes.Load<float2>(8);
    g_Image[p.xy] = c;
    g_Image[uint2(0, 1)].x += 1;
    InterlockedMax(g_Counts[uint2(1, 2)], 3u);
    g_Fog[uint3(1, 1, 1)] *= 0.5;
    c += mul(g_Camera.view, p) + g_Push.size.x;
    Camera camera = g_Camera;
    c.xyz += mul(camera.model, p);
    g_Append.Append(c);
    c += g_Consume.Consume();
    uint width, height, levels;
    float across, down;
    g_Color.GetDimensions(width, height);
    g_Color.GetDimensions(0, across, down, levels);
    return c + width + g_Counted.IncrementCounter() + across;
}
