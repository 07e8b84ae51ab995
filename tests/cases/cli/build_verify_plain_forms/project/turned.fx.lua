local turned = Shader("Turned")
turned.Branches = { "g_bTurn", "g_bProject" }
turned.Technique.PixelShader = "TurnedPS"
