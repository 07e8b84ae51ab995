local tinted = Shader("Tinted")
tinted.Branches = { "g_bTexture", "g_bTint", Int("g_nAlpha", 0, 4) }
tinted.Technique.VertexShader, tinted.Technique.PixelShader = "TintedVS", "TintedPS"
