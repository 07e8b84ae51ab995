// `texture[place]` of a multisampled texture is its first sample.
Texture2DMS<float4> g_Color : register(t0);
float4 main(float4 at : SV_Position) : SV_Target
{
    uint2 place = uint2(at.xy);
    return g_Color[place] + g_Color.sample[2][place] + g_Color.Load(int2(place), 1);
}
