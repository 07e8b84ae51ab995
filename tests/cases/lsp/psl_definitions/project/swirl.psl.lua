local program = Shader("Swirl")
program.Branches = { "g_bWarm" }
program.Technique.VertexShader = "PslVS"
program.Technique.PixelShader = "PslPS"
