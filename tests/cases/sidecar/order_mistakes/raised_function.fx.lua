local s = Shader("A")
s.Technique.PixelShader = "main"
error(print)
