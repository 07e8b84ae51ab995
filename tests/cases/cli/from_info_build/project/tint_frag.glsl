void main()
{
  color = tint_color * texture(noise_tx, vec2(0.5));
#ifdef STRIPED
  color *= fract(uv.x * 8.0);
#endif
  if (g_bFog) {
    color.a *= 0.5;
  }
}
