// naga points to a texel of the whole array; in SPIR-V a pass chooses the element.
RWTexture2D<uint> g_Counts[2] : register(u1);
float4 main(nointerpolation uint at : AT) : SV_Target
{
    InterlockedAdd(g_Counts[at][uint2(1, 2)], 1);
    return 0;
}
