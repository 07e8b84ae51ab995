// compared: reference.hlsl
// A texel of booleans is one of numbers that are compared with 0.
Texture2D<bool> g_One;
Texture2D<bool3> g_Three;
float4 main(float4 at : SV_Position) : SV_Target
{
    bool3 three = g_Three.Load(int3(at.xy, 0));
    return float4(g_One[uint2(at.xy)] ? 1 : 0.25, three.x ? 0.5 : 0, three.y, all(three));
}
