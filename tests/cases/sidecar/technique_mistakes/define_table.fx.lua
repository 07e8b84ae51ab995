local s = Shader("A")
local t = s.Technique
t.PixelShader = "main"
t.Defines.A = {}
