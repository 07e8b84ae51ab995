local shader = Shader("Defined")
shader.Branches = { "g_bA" }
shader.Technique.PixelShader = "Main"
