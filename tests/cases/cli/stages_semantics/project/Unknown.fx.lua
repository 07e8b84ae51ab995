local shader = Shader("Unknown")
shader.Technique.VertexShader = "VS"
shader.Technique.PixelShader = "PS"
