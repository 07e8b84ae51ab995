#include "screen_lib.glsl"
#include "glyph_lib.glsl"

void main()
{
  Glyph glyph = glyphs[gl_InstanceID];
  vec2 corner = corner_of_vertex();
  glyph_uv = corner * vec2(glyph.atlas_size);
  glyph_color = color_of_glyph(glyph.color);
  glyph_offset = glyph.atlas_offset;
  gl_Position = on_screen(mix(glyph.rect.xy, glyph.rect.zw, corner));
}
