// Depth of the terrain, for the depth pass and for shadow maps: a grid lifted by a height map, with detail layers
// and holes. Without holes there is no pixel shader at all.

#include "view.fxh"

#define kMAX_DETAIL_LAYERS 3

int g_nDetailLayers; // displacement layers on top of the height map
bool g_bMorph;       // slides vertices of fine patches onto the next coarser grid
bool g_bHoles;       // caves and cellars are cut out
bool g_bCurvature;   // drops the horizon with distance on very large maps

cbuffer Terrain : register(b1)
{
    // xy: world position of the patch corner, z: its edge length, w: quads along the edge.
    float4 g_Patch;
    // xy: scale and zw: offset from world xz to height map uv.
    float4 g_HeightMapTransform;
    // Distances where the morph to the next level starts and ends.
    float2 g_MorphRange;
    float g_HeightScale;
    float g_HeightOffset;
    float4 g_DetailTiling;
    float4 g_DetailHeight;
    float g_PlanetRadius;
    float g_ShadowBias;
};

Texture2D<float> g_HeightMap : register(t0);
Texture2DArray<float4> g_DetailHeights : register(t1);
Texture2D<float4> g_SplatMap : register(t2);
Texture2D<float> g_HoleMap : register(t3);
SamplerState g_LinearClamp : register(s0);
SamplerState g_LinearWrap : register(s1);

struct TerrainVertex
{
    float4 position : SV_Position;
    float2 uv : TEXCOORD0;
};

float2 GridPoint(uint vertexId)
{
    // A strip index buffer is shared by all patches; the vertex number alone says where a vertex lies.
    uint edge = (uint)g_Patch.w + 1u;
    return float2((float)(vertexId % edge), (float)(vertexId / edge));
}

// Odd vertices move onto the line between their even neighbours, so two levels meet without a crack
// (Strugar, "Continuous Distance-Dependent Level of Detail", 2009).
float2 MorphGridPoint(float2 grid, float2 world)
{
    float2 odd = frac(grid * 0.5) * 2.0;
    float away = length(float3(world.x, 0.0, world.y) - float3(g_CameraPosition.x, 0.0, g_CameraPosition.z));
    float t = InverseLerp(g_MorphRange.x, g_MorphRange.y, away);
    return grid - odd * t;
}

float DetailHeight(float2 world, float2 uv)
{
    float4 weights = g_SplatMap.SampleLevel(g_LinearClamp, uv, 0.0);
    float sum = 0.0;
    for (int layer = 0; layer < g_nDetailLayers; ++layer)
    {
        float3 coordinate = float3(world * g_DetailTiling[layer], (float)layer);
        float height = g_DetailHeights.SampleLevel(g_LinearWrap, coordinate, 0.0).r - 0.5;
        sum += height * g_DetailHeight[layer] * weights[layer];
    }
    return sum;
}

TerrainVertex LiftVertex(uint vertexId, out float3 world)
{
    float2 grid = GridPoint(vertexId);
    float quad = g_Patch.z / g_Patch.w;
    float2 plane = g_Patch.xy + grid * quad;
    if (g_bMorph)
    {
        plane = g_Patch.xy + MorphGridPoint(grid, plane) * quad;
    }
    float2 uv = plane * g_HeightMapTransform.xy + g_HeightMapTransform.zw;
    float height = g_HeightMap.SampleLevel(g_LinearClamp, uv, 0.0) * g_HeightScale + g_HeightOffset;
    height += g_nDetailLayers > 0 ? DetailHeight(plane, uv) : 0.0;
    if (g_bCurvature)
    {
        float2 away = plane - g_CameraPosition.xz;
        height -= dot(away, away) / (2.0 * g_PlanetRadius);
    }
    world = float3(plane.x, height, plane.y);

    TerrainVertex output;
    output.position = mul(g_ViewProjection, float4(world, 1.0));
    output.uv = uv;
    return output;
}

TerrainVertex TerrainDepthVS(uint vertexId : SV_VertexID)
{
    float3 world;
    return LiftVertex(vertexId, world);
}

TerrainVertex TerrainShadowVS(uint vertexId : SV_VertexID)
{
    float3 world;
    TerrainVertex output = LiftVertex(vertexId, world);
    // Pancaking: hills behind the light's near plane must still cast.
    output.position.z = max(output.position.z + g_ShadowBias, 0.0);
    return output;
}

void TerrainHolesPS(TerrainVertex input)
{
    if (g_bHoles)
    {
        clip(g_HoleMap.Sample(g_LinearClamp, input.uv) - 0.5);
    }
}
