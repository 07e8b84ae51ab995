bool g_bTint;
struct Out { float4 position : SV_Position; float2 uv : TEXCOORD0; };
Out vs(float4 p : POSITION) { Out o; o.position = p; o.uv = p.xyy; return o; }
float4 ps(float2 uv : TEXCOORD1) : SV_Target
{
    if (g_bTint) return tint;
    return uv.xyxy;
}
