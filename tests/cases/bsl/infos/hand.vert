void main()
{
  Varyings_uv = position.xy;
  Varyings_id = uint(gl_VertexIndex) + first[1] + weights.x;
  Varyings_depth = particles[gl_VertexIndex].age;
  gl_Position = view.matrix * (object.matrix * vec4(position, 1.0)) + offset;
}
