local s = Shader("A")
local t = s.Technique
t.PixelShader = "main"
local u = Technique(3)
