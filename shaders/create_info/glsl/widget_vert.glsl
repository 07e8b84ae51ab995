#include "screen_lib.glsl"

void main()
{
  WidgetInstance widget = batch.widgets[gl_InstanceID];
  vec2 corner = corner_of_vertex();
#ifdef WIDGET_SHADOW
  widget.rect += vec4(-shadow_width, -shadow_width, shadow_width, shadow_width);
#endif
  vec2 pixel = mix(widget.rect.xy, widget.rect.zw, corner);
  widget_uv = pixel;
  widget_rect = widget.rect;
  widget_id = uint(gl_InstanceID);
  gl_Position = on_screen(pixel);
}
