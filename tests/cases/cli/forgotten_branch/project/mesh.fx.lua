local mesh = Shader("Mesh")
mesh.Branches = { "g_bLit", "g_bFog" }
mesh.Technique.PixelShader = "main"
