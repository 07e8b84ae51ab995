Shader(string.rep("Long", 300)).Technique.PixelShader = "main"
