// Corners of a strip of two triangles, and their places on the screen.

vec2 corner_of_vertex()
{
  return vec2(gl_VertexID & 1, gl_VertexID >> 1);
}

vec4 on_screen(vec2 pixel)
{
  return vec4(pixel * screen_scale + screen_offset, 0.0, 1.0);
}
