local s = Shader("A")
local t = s.Technique
t.PixelShader = "main"
s.Branches = { Int(4, 0, 3) }
