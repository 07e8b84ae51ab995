// entries: pixel Main, pixel Flat
// `switch` over a float takes its whole part; lists flatten structures of textures.
struct Pair { Texture3D<float4> volume; SamplerState s; };
struct All { Pair pair; Texture2D<float4> first; Texture2D<float4> second; SamplerState last; };
Texture3D<float4> g_Volume;
Texture2D<float4> g_Picture;
SamplerState g_Sampler;

float4 Main(float x : X) : SV_Target
{
    switch (x) {
        case 1: return 1;
        default: return 0;
    }
}

float4 Flat(float3 at : AT) : SV_Target
{
    Pair pair = { g_Volume, g_Sampler };
    All all = { pair, { g_Picture, g_Picture }, g_Sampler };
    return all.pair.volume.Sample(all.pair.s, at) + all.second.Sample(all.last, at.xy);
}
