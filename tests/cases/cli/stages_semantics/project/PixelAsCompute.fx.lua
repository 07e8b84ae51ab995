local shader = Shader("PixelAsCompute")
shader.Technique.ComputeShader = "PS"
