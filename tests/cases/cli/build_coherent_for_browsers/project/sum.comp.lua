local sum = Shader("Sum")
sum.Technique.ComputeShader = "main"
