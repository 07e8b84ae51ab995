Shader("Wrong").Technique.PixelShader = "main"
