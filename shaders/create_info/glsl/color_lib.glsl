// The curve of the display.

vec3 to_display(vec3 color)
{
  return pow(max(color, vec3(0.0)), vec3(1.0 / display_gamma));
}

vec4 unpack_color(uint bits)
{
  return vec4(bits & 255u, (bits >> 8u) & 255u, (bits >> 16u) & 255u, bits >> 24u) / 255.0;
}
