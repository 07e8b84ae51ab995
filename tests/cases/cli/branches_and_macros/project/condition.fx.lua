local shader = Shader("Condition")
shader.Branches = { "g_bA" }
shader.Technique.PixelShader = "Main"
