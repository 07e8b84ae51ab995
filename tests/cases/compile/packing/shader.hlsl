//! pixel PSMain
// Direct3D's packing: b at 4, d at 28, f at 40, h at 64; see Bytes in the expected text.
cbuffer Packed : register(b0)
{
    float a;
    float3 b;
    float3 c;
    float d;
    float2 e;
    float2 f;
    float3 g;
    float4 h;
};
float4 PSMain() : SV_Target0 { return float4(b, a) + float4(c, d) + float4(e, f) + float4(g, 1) + h; }
