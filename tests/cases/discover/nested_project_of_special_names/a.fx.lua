local shader = Shader("a")
shader.Technique.PixelShader = "PS"
