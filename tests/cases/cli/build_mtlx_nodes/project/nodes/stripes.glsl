void own_stripes(vec2 texcoord, float count, out vec3 result)
{
    result = vec3(step(0.5, fract(texcoord.x * count)));
}
