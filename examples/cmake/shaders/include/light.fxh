// How bright a surface is that looks away from the light by this much.
float3 light(float3 normal)
{
    return saturate(dot(normal, float3(0.3, 0.9, 0.3))) * float3(1.0, 0.95, 0.9);
}
