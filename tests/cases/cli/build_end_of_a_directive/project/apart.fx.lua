local shader = Shader("Apart")
shader.Technique.ComputeShader = "main"
