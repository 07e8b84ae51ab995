local shader = Shader("Define")
shader.Branches = { "g_bA" }
shader.Technique.PixelShader = "Main"
shader.Technique.Defines = { g_bA = 1 }
