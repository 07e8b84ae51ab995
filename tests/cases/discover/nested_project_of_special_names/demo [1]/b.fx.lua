local shader = Shader("b")
shader.Technique.PixelShader = "PS"
