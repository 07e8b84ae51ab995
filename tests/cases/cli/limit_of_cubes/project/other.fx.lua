local shader = Shader("Other")
shader.Technique.PixelShader = "Main"
shader.Branchs = {}
