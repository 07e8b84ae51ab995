local s = Shader("A")
local t = s.Technique
t.PixelShader = "main"
math.randomseed(1)
