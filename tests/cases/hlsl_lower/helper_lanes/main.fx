// Helper invocations: in SPIR-V alone.
float4 main([[vk::builtin("HelperInvocation")]] bool helps : HELPS, float2 uv : TEXCOORD0) : SV_Target
{
    float edge = IsHelperLane() ? 1 : uv.x;
    return helps ? ddx(edge) : ddy(edge);
}
