void main()
{
  vec4 color = texture(albedo, vec3(Varyings_uv, Varyings_depth));
  if (use_tint) {
    color *= view.tint;
  }
  if (layers > 2) {
    color = -color;
  }
  Targets_color = color;
  Targets_factor = vec4(float(texelFetch(masks, ivec2(0), 0).x) * gain);
}
