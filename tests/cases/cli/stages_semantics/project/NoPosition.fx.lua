local shader = Shader("NoPosition")
shader.Technique.VertexShader = "VS"
shader.Technique.PixelShader = "PS"
