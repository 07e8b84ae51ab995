#include "color_lib.glsl"

vec3 checker(vec2 pixel)
{
  ivec2 square = ivec2(pixel) / 8;
  return vec3(((square.x + square.y) & 1) == 0 ? 0.4 : 0.6);
}

void main()
{
  vec4 color = texture(image_tx, image_uv);
  color.rgb *= exp2(exposure);
  if (use_overlay) {
    vec4 over = texture(overlay_tx, image_uv);
    color = vec4(mix(color.rgb, over.rgb, over.a), max(color.a, over.a));
  }
  color *= channel_mask;
  vec3 shown = to_display(color.rgb);
  if (with_checker) {
    shown = mix(checker(gl_FragCoord.xy), shown, color.a);
  }
  out_color = vec4(shown, 1.0);
}
