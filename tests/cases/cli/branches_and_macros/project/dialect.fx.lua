local shader = Shader("Dialect")
shader.Branches = { "g_bA" }
shader.Technique.PixelShader = "Main"
shader.Dialect = "slang"
