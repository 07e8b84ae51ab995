local mesh = Shader("Mesh")
mesh.Branches = { "g_bSkinned", "g_bShadow" }
mesh.Technique.PixelShader = "Main"
