local shader = Shader("NoSemantic")
shader.Technique.VertexShader = "VS"
shader.Technique.PixelShader = "PS"
