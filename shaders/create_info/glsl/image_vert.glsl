#include "screen_lib.glsl"

void main()
{
  image_uv = corner_of_vertex();
  gl_Position = on_screen(image_uv);
}
