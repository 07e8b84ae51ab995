local a = Shader("A")
a.Branches = { "g_bTint" }
a.Technique = { VertexShader = "vs", PixelShader = "ps" }
