local flags = Shader("Flags")
flags.Technique.ComputeShader = "main"
