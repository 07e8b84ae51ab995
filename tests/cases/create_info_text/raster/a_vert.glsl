#include "lib.glsl"
void vertex_entry()
{
  uv = pos.xy + offsets[1];
  fog = float(cell.x) + float(weights.w);
  ids = uvec3(gl_VertexID, gl_InstanceID, list[0]);
  inst.layer = samples;
  inst.tint = twice(tint) + one;
  gl_Position = model * vec4(pos, 1.0);
}
