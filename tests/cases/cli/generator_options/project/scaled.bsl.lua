local scaled = Shader("Scaled")
scaled.Options = { defines = "OFFSET=3;UNUSED", assertions = true }
scaled.Technique.ComputeShader = "scaled_cs"
