// stage: vertex
// Built-ins that HLSL has no semantics for: in SPIR-V alone.
float4 main([[vk::builtin("DrawIndex")]] int draw : DRAW, [[vk::builtin("DeviceIndex")]] uint device : DEVICE) : SV_Position
{
    return float4(draw, device, 0, 1);
}
