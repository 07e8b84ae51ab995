local shader = Shader("Fill")
shader.Branches = { "g_bTwice" }
shader.Technique.ComputeShader = "main"
