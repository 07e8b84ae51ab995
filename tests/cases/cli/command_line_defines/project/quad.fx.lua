local quad = Shader("Quad")
quad.Technique.PixelShader = "QuadPS"
