local program = Shader("Plasma")
program.Branches = { "g_bWarm" }
program.Output = "bytecode"
program.Technique.VertexShader, program.Technique.PixelShader = "PslVS", "PslPS"
