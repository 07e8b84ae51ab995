// Samplers that are textures too.
sampler2D g_Base;
samplerCUBE g_Sky;
sampler g_Untyped = sampler_state { Filter = LINEAR; };
sampler2D g_Old = sampler_state { texture = <g_Base>; };
float4 g_Tint <string UIName = "Tint"; float Min = 0.0;> = { 1, 1, 1, 1 };

float4 Get(sampler2D from, float2 uv) { return tex2D(from, uv); }

float4 main(float2 uv : TEXCOORD0) : COLOR0
{
    float4 c = Get(g_Base, uv) + texCUBE(g_Sky, float3(uv, 1)) + tex2Dlod(g_Base, float4(uv, 0, 2));
    return c + tex2D(g_Untyped, uv) + tex2Dproj(g_Base, float4(uv, 1, 2)) * g_Tint;
}

technique Main { pass P0 { PixelShader = compile ps_2_0 main(); } }
