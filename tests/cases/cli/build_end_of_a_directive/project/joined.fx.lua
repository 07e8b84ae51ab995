local shader = Shader("Joined")
shader.Technique.ComputeShader = "main"
