// What is only known at run time cannot be a resource, except for its index.
Texture2D g_First;
Texture2D g_Second;
SamplerState g_Sampler;
Texture2D Choose(float2 at)
{
    if (at.x > 0.5)
        return g_First;
    return g_Second;
}
void Give(float2 at, out Texture2D map)
{
    map = g_First;
    if (at.y > 0.5)
        return;
    map = g_Second;
}
float4 main(float2 at : TEXCOORD0) : SV_Target
{
    Texture2D map;
    Give(at, map);
    return Choose(at).Sample(g_Sampler, at) + map.Sample(g_Sampler, at);
}
