// stage: vertex
// What HLSL has no semantic for, or another one.
float4 main([[vk::builtin("BaseInstance")]] uint first : FIRST, [[vk::builtin("PointSize")]] out float size : SIZE) : SV_Position
{
    size = 2;
    return first;
}
