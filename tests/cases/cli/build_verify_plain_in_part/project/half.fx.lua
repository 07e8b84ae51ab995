local half = Shader("Half")
half.Branches = { "a" }
half.Technique.PixelShader = "main"
