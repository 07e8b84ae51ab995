local shader = Shader("A")
shader.Branches = { "g_bA", "g_bB", "g_bC", "g_bD", "g_bE" }
shader.Technique.PixelShader = "MainPS"
