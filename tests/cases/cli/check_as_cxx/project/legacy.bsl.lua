local legacy = Shader("Legacy")
legacy.Technique.ComputeShader = "legacy_cs"
