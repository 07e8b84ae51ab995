#include "color_lib.glsl"

float distance_to_box(vec2 point, vec2 half_size, float radius)
{
  vec2 outside = abs(point) - half_size + radius;
  return length(max(outside, vec2(0.0))) + min(max(outside.x, outside.y), 0.0) - radius;
}

void main()
{
  WidgetInstance widget = batch.widgets[widget_id];
  vec2 center = 0.5 * (widget_rect.xy + widget_rect.zw);
  vec2 half_size = 0.5 * (widget_rect.zw - widget_rect.xy);
  float distance = distance_to_box(widget_uv - center, half_size, widget.radius);
#ifdef WIDGET_SHADOW
  float shade = 1.0 - smoothstep(-shadow_width, 0.0, distance);
  out_color = vec4(0.0, 0.0, 0.0, 0.5 * shade);
#else
  float border = smoothstep(-widget.border_width, 0.0, distance);
  vec4 color = mix(widget.inner_color, widget.border_color, border);
  out_color = vec4(to_display(color.rgb), color.a * (1.0 - smoothstep(0.0, 1.0, distance)));
#endif
}
