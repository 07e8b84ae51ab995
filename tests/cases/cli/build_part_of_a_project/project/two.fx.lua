local shader = Shader("Two")
shader.Branches = { "g_bA" }
shader.Technique.PixelShader = "Main"
