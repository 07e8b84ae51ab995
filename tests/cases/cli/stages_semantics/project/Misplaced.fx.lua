local shader = Shader("Misplaced")
shader.Technique.VertexShader = "VS"
shader.Technique.PixelShader = "PS"
