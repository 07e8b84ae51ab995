#include "color_lib.glsl"

void main()
{
  float facing = abs(normalize(overlay_data.normal).z);
  vec4 color = overlay_data.color;
  color.rgb *= 0.6 + 0.4 * facing;
  out_color = vec4(to_display(color.rgb), color.a * overlay.alpha);
#ifdef WITH_IDS
  out_id = overlay_flat.element_id;
#endif
#ifdef PULL_FORWARD
  gl_FragDepth = gl_FragCoord.z - 0.0005;
#endif
}
