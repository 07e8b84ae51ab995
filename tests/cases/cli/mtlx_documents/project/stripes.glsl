void own_stripes(vec2 texcoord, float count, out float result)
{
    result = step(0.5, fract(texcoord.x * count));
}
