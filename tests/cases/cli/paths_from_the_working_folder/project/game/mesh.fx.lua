Shader("Mesh").Technique.PixelShader = "main"
