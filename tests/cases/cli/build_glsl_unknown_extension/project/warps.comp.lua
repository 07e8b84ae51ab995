local warps = Shader("Warps")
warps.Technique.ComputeShader = "main"
