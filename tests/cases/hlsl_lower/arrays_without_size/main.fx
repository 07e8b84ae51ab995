// Arrays of buffers, and arrays without a size: naga's HLSL and GLSL have none.
Texture2D<float4> g_Textures[] : register(t0, space1);
StructuredBuffer<float4> g_Buffers[] : register(t0, space2);
float4 main(nointerpolation uint at : AT, float4 place : SV_Position) : SV_Target
{
    return g_Textures[NonUniformResourceIndex(at)][uint2(place.xy)] + g_Buffers[at & 3][0];
}
