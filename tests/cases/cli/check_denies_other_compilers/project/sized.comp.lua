local sized = Shader("Sized")
sized.Technique.ComputeShader = "main"
