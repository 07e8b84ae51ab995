local s = Shader("A")
local t = s.Technique
t.PixelShader = "main"
s.Branches = { Int("n", 0.5, 3) }
