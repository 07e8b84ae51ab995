local program = Shader("Plasma")
program.Branches = { "g_bWarm", "g_bUnused" }
program.Output = "bytecode"
