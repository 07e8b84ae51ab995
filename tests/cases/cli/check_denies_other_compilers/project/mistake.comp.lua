local mistake = Shader("Mistake")
mistake.Technique.ComputeShader = "main"
