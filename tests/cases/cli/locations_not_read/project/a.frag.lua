Shader("A").Technique = { PixelShader = "main" }
