local shader = Shader("Quad")
shader.Technique.PixelShader = "Main"
