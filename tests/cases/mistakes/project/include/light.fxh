#pragma once
float3 light(float3 normal, float3 sun)
{
    float amount = dot(normalize(normal), sun);
    return amount.xxx;
}
