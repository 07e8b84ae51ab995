local program = Shader("Plasma")
program.Branches = { "g_bWarm" }
program.Output = "bytecode"
