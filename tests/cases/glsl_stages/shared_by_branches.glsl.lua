local a = Shader("shared_by_branches")
a.Branches = { "g_bFog" }
a.Technique.VertexShader = "vs"
a.Technique.PixelShader = "fs"
