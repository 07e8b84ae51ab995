local spin = Shader("Spin")
spin.Technique.ComputeShader = "main"
