local s = Shader("A")
s.Technique.PixelShader = "main"
next({ a = 1, b = 2 }, "c")
