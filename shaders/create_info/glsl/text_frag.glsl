#include "color_lib.glsl"

// The atlas is one row of texels after the other.
float coverage(ivec2 texel)
{
  int at = int(glyph_offset) + texel.y * atlas_width + texel.x;
  return texelFetch(glyph_tx, ivec2(at % atlas_width, at / atlas_width), 0).r;
}

void main()
{
  out_color = vec4(to_display(glyph_color.rgb), glyph_color.a * coverage(ivec2(glyph_uv)));
}
