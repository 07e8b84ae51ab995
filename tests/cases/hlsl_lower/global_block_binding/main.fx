// glslang's attribute says where all loose uniforms lie, whichever of them it stands at.
float4 g_Tint;
[[vk::global_cbuffer_binding(5, 2)]] float4 g_Scale;
float4 main() : SV_Target
{
    return g_Tint * g_Scale;
}
