local quad = Shader("Quad")
quad.Branches = { "g_bLit", Int("g_nLayers", 0, 0) }
quad.Technique.PixelShader = "MainPS"
