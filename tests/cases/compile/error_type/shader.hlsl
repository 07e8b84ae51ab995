//! pixel PSMain
struct A { float4 x; };
float4 PSMain(float2 uv : TEXCOORD0) : SV_Target0
{
    A a;
    a.x = uv.xyxy;
    return a;
}
