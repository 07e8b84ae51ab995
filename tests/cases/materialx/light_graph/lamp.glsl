void lamp(LightData light, vec3 position, out lightshader result)
{
    vec3 to_light = light.position - position;
    float squared = dot(to_light, to_light);
    result.direction = to_light / sqrt(squared);
    result.intensity = light.tint * (0.75 * light.power * exp2(light.stops) / squared);
}
