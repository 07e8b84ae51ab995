local s = Shader("A")
local t = s.Technique
t.PixelShader = "main"
t.Profile = 6.2
