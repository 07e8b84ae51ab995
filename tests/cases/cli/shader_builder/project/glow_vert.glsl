void main()
{
  uv = pos.xy * params.scale;
  layer_index = gl_VertexID;
  gl_Position = view_projection * vec4(pos, 1.0);
}
