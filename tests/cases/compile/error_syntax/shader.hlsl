//! pixel PSMain
float4 PSMain(float2 uv : TEXCOORD0) : SV_Target0
{
    float4 colour = float4(uv, 0, 1)
    return colour;
}
