local shader = Shader("Bodyless")
shader.Technique.PixelShader = "Nothing"
