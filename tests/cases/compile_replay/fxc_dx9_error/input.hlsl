sampler2D s_albedo : register(s0);
float4 PSMain(float2 uv : TEXCOORD0) : COLOR0
{
    float2 t = tex2D(s_albedo, uv);
    return missing;
}
