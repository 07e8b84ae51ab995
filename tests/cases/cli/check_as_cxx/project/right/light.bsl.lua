local light = Shader("Light")
light.Technique.ComputeShader = "light_cs"
