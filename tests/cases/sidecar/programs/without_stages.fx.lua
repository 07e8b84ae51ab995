local shader = Shader("A")
shader.Dialect = "psl"
shader.Source = "uv()"
shader.Output = "cross"
