local s = Shader("A")
s.Technique.PixelShader = "main"
local bits = cpp.NAME + 1
