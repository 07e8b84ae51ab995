local shader = Shader("Ifdef")
shader.Branches = { "g_bA", "g_bB" }
shader.Technique.PixelShader = "Main"
