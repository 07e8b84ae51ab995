local a = Shader("A")
a.Branches = { "g_bLit" }
a.Technique.PixelShader = "main"
