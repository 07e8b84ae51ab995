// Ambient occlusion from the depth buffer in compute: horizon angles along slices through the view vector
// (Jimenez et al., "Practical Realtime Strategies for Accurate Indirect Occlusion", 2016), then a bilateral blur.

#include "random.fxh"
#include "view.fxh"

#define kTILE 8
#define kBLUR_GROUP 64
#define kBLUR_RADIUS 4

int g_nSlices;            // directions through the hemisphere
bool g_bNormals;          // normals from the G-buffer; otherwise from depth differences
bool g_bBentNormal;       // also the mean open direction, for directional ambient light
bool g_bTemporal;         // turns the pattern every frame, for an accumulating filter
bool g_bBlurVertical;     // second direction of the blur

cbuffer Occlusion : register(b1)
{
    // Radius in world units, falloff start as a share of it, intensity exponent, steps a slice.
    float4 g_OcclusionShape;
    uint2 g_OutputSize;
    float g_FrameIndex;
    // Relative depth difference at which the blur takes two pixels for different surfaces.
    float g_BlurSharpness;
};

Texture2D<float> g_Depth : register(t0);
Texture2D<float4> g_Normals : register(t1);
Texture2D<uint> g_OcclusionInput : register(t2);
SamplerState g_PointClamp : register(s0);
// One 32-bit word a pixel: a quarter of the bandwidth of four floats, and a format every API can store.
RWTexture2D<uint> g_OcclusionOutput : register(u0);

// 12 bits each for the octahedral bent normal in view space, 8 bits of visibility.
uint PackOcclusion(float3 open, float visibility)
{
    uint2 direction = (uint2)(OctahedralEncode(open) * 4095.0 + 0.5);
    return direction.x | (direction.y << 12u) | ((uint)(saturate(visibility) * 255.0 + 0.5) << 24u);
}

float4 UnpackOcclusion(uint word)
{
    float2 direction = float2((float)(word & 4095u), (float)((word >> 12u) & 4095u)) / 4095.0;
    return float4(OctahedralDecode(direction), (float)(word >> 24u) / 255.0);
}

float3 ViewPosition(float2 uv)
{
    return ViewFromLinearDepth(uv, LinearizeDepth(g_Depth.SampleLevel(g_PointClamp, uv, 0.0)));
}

// Of each pair of neighbours the nearer one in depth lies on the same surface.
float3 NormalFromDepth(float2 uv, float3 centre)
{
    float2 texel = g_Viewport.zw;
    float3 left = centre - ViewPosition(uv - float2(texel.x, 0.0));
    float3 right = ViewPosition(uv + float2(texel.x, 0.0)) - centre;
    float3 up = centre - ViewPosition(uv - float2(0.0, texel.y));
    float3 down = ViewPosition(uv + float2(0.0, texel.y)) - centre;
    float3 horizontal = abs(left.z) < abs(right.z) ? left : right;
    float3 vertical = abs(up.z) < abs(down.z) ? up : down;
    return SafeNormalize(cross(horizontal, vertical));
}

float3 ViewNormal(float2 uv, float3 centre)
{
    if (g_bNormals)
    {
        float3 world = OctahedralDecode(g_Normals.SampleLevel(g_PointClamp, uv, 0.0).xy);
        return SafeNormalize(mul((float3x3)g_View, world));
    }
    return NormalFromDepth(uv, centre);
}

// Cosine of the highest horizon on one side of a slice.
float SearchHorizon(float2 uv, float2 stepUv, float3 centre, float3 view, float jitter, float floorCosine)
{
    float horizon = floorCosine;
    float radius = g_OcclusionShape.x;
    int steps = (int)g_OcclusionShape.w;
    [loop]
    for (int i = 0; i < steps; ++i)
    {
        // Steps lie closer together near the pixel, where occluders matter most.
        float t = ((float)i + jitter) / (float)steps;
        float2 sampleUv = uv + stepUv * (t * t) + sign(stepUv) * g_Viewport.zw;
        float3 offset = ViewPosition(sampleUv) - centre;
        float lengthSquared = dot(offset, offset);
        float cosine = dot(offset, view) * rsqrt(max(lengthSquared, 1e-8));
        float weight = 1.0 - InverseLerp(Square(radius * g_OcclusionShape.y), Square(radius), lengthSquared);
        horizon = max(horizon, lerp(floorCosine, cosine, weight));
    }
    return horizon;
}

// Cosine-weighted visible arc between both horizons, for a projected normal at angle gamma.
float IntegrateArc(float h1, float h2, float gamma)
{
    float a = -cos(2.0 * h1 - gamma) + cos(gamma) + 2.0 * h1 * sin(gamma);
    float b = -cos(2.0 * h2 - gamma) + cos(gamma) + 2.0 * h2 * sin(gamma);
    return 0.25 * (a + b);
}

[numthreads(kTILE, kTILE, 1)]
void OcclusionCS(uint3 id : SV_DispatchThreadID)
{
    if (any(id.xy >= g_OutputSize))
    {
        return;
    }
    float2 uv = ((float2)id.xy + 0.5) / (float2)g_OutputSize;
    float3 centre = ViewPosition(uv);
    float3 view = SafeNormalize(-centre);
    float3 normal = ViewNormal(uv, centre);

    float noise = InterleavedGradientNoise((float2)id.xy + (g_bTemporal ? g_FrameIndex * 5.588238 : 0.0));
    float jitter = frac(noise * 7.0 + 0.37);
    // Screen-space extent of the radius at this depth.
    float2 radiusUv = g_OcclusionShape.x * g_Projection.zw * 0.5 / max(centre.z, kTiny);

    float visibility = 0.0;
    float3 bent = float3(0.0, 0.0, 0.0);
    for (int slice = 0; slice < g_nSlices; ++slice)
    {
        float phi = kPi * ((float)slice + noise) / (float)g_nSlices;
        float2 direction = float2(cos(phi), sin(phi));
        float3 direction3 = float3(direction, 0.0);

        float3 ortho = direction3 - view * dot(direction3, view);
        float3 axis = SafeNormalize(cross(direction3, view));
        float3 projected = normal - axis * dot(normal, axis);
        float projectedLength = max(length(projected), 1e-4);
        float gammaSign = dot(ortho, projected) < 0.0 ? -1.0 : 1.0;
        float gamma = gammaSign * FastAcos(saturate(dot(projected, view) / projectedLength));

        // Texture v runs against view y.
        float2 stepUv = float2(direction.x, -direction.y) * radiusUv;
        float forward = SearchHorizon(uv, stepUv, centre, view, jitter, cos(gamma + kHalfPi));
        float backward = SearchHorizon(uv, -stepUv, centre, view, jitter, cos(gamma - kHalfPi));
        float h1 = gamma + clamp(-FastAcos(clamp(backward, -1.0, 1.0)) - gamma, -kHalfPi, kHalfPi);
        float h2 = gamma + clamp(FastAcos(clamp(forward, -1.0, 1.0)) - gamma, -kHalfPi, kHalfPi);

        visibility += projectedLength * IntegrateArc(h1, h2, gamma);
        if (g_bBentNormal)
        {
            float middle = 0.5 * (h1 + h2);
            bent += view * cos(middle) + SafeNormalize(ortho) * sin(middle);
        }
    }
    visibility = pow(saturate(visibility / (float)g_nSlices), g_OcclusionShape.z);
    float3 open = g_bBentNormal ? SafeNormalize(bent) : normal;
    g_OcclusionOutput[id.xy] = PackOcclusion(open, visibility);
}

groupshared float4 s_Row[kBLUR_GROUP + 2 * kBLUR_RADIUS];
groupshared float s_RowDepth[kBLUR_GROUP + 2 * kBLUR_RADIUS];

uint2 BlurPixel(int along, uint across)
{
    int limit = (int)(g_bBlurVertical ? g_OutputSize.y : g_OutputSize.x) - 1;
    uint clamped = (uint)clamp(along, 0, limit);
    return g_bBlurVertical ? uint2(across, clamped) : uint2(clamped, across);
}

void LoadRow(uint slot, int along, uint across)
{
    uint2 pixel = BlurPixel(along, across);
    float2 uv = ((float2)pixel + 0.5) / (float2)g_OutputSize;
    s_Row[slot] = UnpackOcclusion(g_OcclusionInput.Load(int3((int2)pixel, 0)));
    s_RowDepth[slot] = LinearizeDepth(g_Depth.SampleLevel(g_PointClamp, uv, 0.0));
}

// One group blurs a run of 64 pixels; each texel is fetched once and shared.
[numthreads(kBLUR_GROUP, 1, 1)]
void OcclusionBlurCS(uint3 group : SV_GroupID, uint3 thread : SV_GroupThreadID)
{
    int first = (int)(group.x * kBLUR_GROUP) - kBLUR_RADIUS;
    LoadRow(thread.x, first + (int)thread.x, group.y);
    if (thread.x < 2 * kBLUR_RADIUS)
    {
        LoadRow(thread.x + kBLUR_GROUP, first + (int)(thread.x + kBLUR_GROUP), group.y);
    }
    GroupMemoryBarrierWithGroupSync();

    uint centre = thread.x + kBLUR_RADIUS;
    float depth = s_RowDepth[centre];
    float4 sum = float4(0.0, 0.0, 0.0, 0.0);
    float total = 0.0;
    for (int i = -kBLUR_RADIUS; i <= kBLUR_RADIUS; ++i)
    {
        uint slot = (uint)((int)centre + i);
        float difference = abs(s_RowDepth[slot] - depth) / max(depth, kTiny);
        float weight = exp2(-0.15 * (float)(i * i)) * saturate(1.0 - difference * g_BlurSharpness);
        sum += s_Row[slot] * weight;
        total += weight;
    }

    uint2 pixel = BlurPixel((int)(group.x * kBLUR_GROUP + thread.x), group.y);
    if (group.x * kBLUR_GROUP + thread.x < (g_bBlurVertical ? g_OutputSize.y : g_OutputSize.x))
    {
        g_OcclusionOutput[pixel] = PackOcclusion(SafeNormalize(sum.xyz), sum.w / max(total, kTiny));
    }
}
