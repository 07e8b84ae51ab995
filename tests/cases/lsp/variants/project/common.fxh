float3 tint(float3 color, float amount)
{
    return color * amount;
}
