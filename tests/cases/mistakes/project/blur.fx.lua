local blur = Shader("Blur")
blur.Technique.ComputeShader = "BlurCS"
