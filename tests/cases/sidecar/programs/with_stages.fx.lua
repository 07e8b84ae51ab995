local shader = Shader("A")
shader.Dialect = "psl"
shader.Source = "uv()"
shader.Output = "bytecode"
shader.Technique.VertexShader = "PslVS"
shader.Technique.PixelShader = "PslPS"
