#include "color_lib.glsl"

vec4 color_of_glyph(uint bits)
{
  return unpack_color(bits);
}
