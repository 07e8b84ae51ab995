local s = Shader("A")
local t = s.Technique
t.PixelShader = "main"
local n = Int("n", 0, 3)
n.max = 4
