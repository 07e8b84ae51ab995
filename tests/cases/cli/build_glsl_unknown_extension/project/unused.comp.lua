local unused = Shader("Unused")
unused.Technique.ComputeShader = "main"
