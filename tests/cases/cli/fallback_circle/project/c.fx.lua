local shader = Shader("C")
shader.Technique.PixelShader = "MainPS"
shader.Fallback = "A"
