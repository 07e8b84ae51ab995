void main()
{
  for (int i = 0; i < 3; i++) {
    geom_out.normal = geom_in[i].normal;
    geom_out.edge = float(i);
    gl_Position = gl_in[i].gl_Position;
    EmitVertex();
  }
  EndPrimitive();
}
