#include "color_lib.glsl"

void main()
{
  float depth = texture(image_tx, image_uv).r;
  float shown = clamp((depth - depth_range.x) / (depth_range.y - depth_range.x), 0.0, 1.0);
  out_color = vec4(to_display(vec3(shown)), 1.0);
}
