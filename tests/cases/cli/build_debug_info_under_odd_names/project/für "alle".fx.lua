local shader = Shader("Odd")
shader.Branches = { Int("g_nN", 0, 1) }
shader.Technique.PixelShader = "Main"
