local shader = Shader("Include")
shader.Technique.PixelShader = "MainPS"
