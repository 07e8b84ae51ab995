local lit = Shader("Lit")
lit.Branches = { "g_bTint" }
lit.Technique.VertexShader = "LitVS"
lit.Technique.PixelShader = "LitPS"
