vec4 noise_at(vec2 place)
{
  return texture(noise_tx, place);
}
