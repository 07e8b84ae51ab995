sampler2D g_Color : register(s2);
samplerCUBE g_Sky;
float4 main(float4 at : TEXCOORD0, float2 pixel : VPOS, float face : VFACE) : COLOR0
{
    float4 color = tex2D(g_Color, at.xy) + tex2Dlod(g_Color, at) + tex2Dproj(g_Color, at) + tex2Dbias(g_Color, at);
    return color * face + texCUBE(g_Sky, at.xyz) + tex2Dgrad(g_Color, pixel, ddx(pixel), ddy_fine(pixel));
}
