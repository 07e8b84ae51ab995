local shader = Shader("One")
shader.Branches = { "g_bA" }
shader.Technique.PixelShader = "Main"
