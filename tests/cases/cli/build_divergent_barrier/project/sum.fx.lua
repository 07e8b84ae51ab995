local sum = Shader("Sum")
sum.Branches = { "g_bSkip" }
sum.Technique.ComputeShader = "main"
